// The grain of the paper: a small tile of soft noise, drawn once, so that zooming costs nothing.
let tile = "";

export function paper(): string {
  if (tile) return tile;
  const size = 128;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (!context) return "";
  const image = context.createImageData(size, size);
  let seed = 7;
  const random = () => ((seed = (seed * 16807) % 2147483647) / 2147483647);
  const grid = 16;
  const heights = Array.from({ length: grid * grid }, random);
  const at = (x: number, y: number) => heights[((y + grid) % grid) * grid + ((x + grid) % grid)]!;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [gx, gy] = [(x * grid) / size, (y * grid) / size];
      const [ix, iy] = [Math.floor(gx), Math.floor(gy)];
      const [fx, fy] = [gx - ix, gy - iy];
      const low = at(ix, iy) * (1 - fx) * (1 - fy) + at(ix + 1, iy) * fx * (1 - fy) + at(ix, iy + 1) * (1 - fx) * fy + at(ix + 1, iy + 1) * fx * fy;
      const i = (y * size + x) * 4;
      image.data.set([70, 45, 20, Math.max(0, (low - 0.35) * 60 + random() * 9)], i);
    }
  context.putImageData(image, 0, 0);
  tile = canvas.toDataURL();
  return tile;
}
