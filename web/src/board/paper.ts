// The grain of the paper: a small tile of soft noise, laid side by side. It is drawn small and shown
// three times as large, which makes it soft and costs nothing when the map is zoomed.
const TILE = 128;
export const GRAIN = Math.ceil(1090 / 3);

export function grain(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(TILE, TILE);
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const grid = 16;
  const heights = Array.from({ length: grid * grid }, random);
  const at = (x: number, y: number) => heights[((y + grid) % grid) * grid + ((x + grid) % grid)]!;
  for (let y = 0; y < TILE; y++)
    for (let x = 0; x < TILE; x++) {
      const gx = (x * grid) / TILE;
      const gy = (y * grid) / TILE;
      const ix = Math.floor(gx);
      const iy = Math.floor(gy);
      const fx = gx - ix;
      const fy = gy - iy;
      const low =
        at(ix, iy) * (1 - fx) * (1 - fy) +
        at(ix + 1, iy) * fx * (1 - fy) +
        at(ix, iy + 1) * (1 - fx) * fy +
        at(ix + 1, iy + 1) * fx * fy;
      const i = (y * TILE + x) * 4;
      image.data[i] = 70;
      image.data[i + 1] = 45;
      image.data[i + 2] = 20;
      image.data[i + 3] = Math.max(0, (low - 0.35) * 60 + random() * 9);
    }
  for (let y = 0; y < GRAIN; y += TILE)
    for (let x = 0; x < GRAIN; x += TILE) context.putImageData(image, x, y);
}
