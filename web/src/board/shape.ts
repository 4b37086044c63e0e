// Outlines of territories, drawn as if by hand. Every point of the map is moved a little by a rule
// of its own place alone, so neighbours that share a border wobble together and never gape.

export type Rect = readonly [number, number, number, number];
export type Point = readonly [number, number];

const STEP = 16;

function noise(a: number, b: number): number {
  const value = Math.sin(a * 12.9898 + b * 78.233) * 43758.5453;
  return value - Math.floor(value) - 0.5;
}

export function wobble([x, y]: Point, strength = 6): Point {
  return [x + noise(x, y) * strength, y + noise(y + 17, x) * strength];
}

/** Points along an edge at places that do not depend on where the edge begins. */
function edge([x0, y0]: Point, [x1, y1]: Point): Point[] {
  const points: Point[] = [[x0, y0]];
  const along = x0 === x1 ? 1 : 0;
  const from = along ? y0 : x0;
  const to = along ? y1 : x1;
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  const stops: number[] = [];
  for (let at = Math.ceil((low + 5) / STEP) * STEP; at < high - 5; at += STEP) stops.push(at);
  if (to < from) stops.reverse();
  for (const at of stops) points.push(along ? [x0, at] : [at, y0]);
  return points;
}

/** The corners round one rectangle, or round two that touch and make an L. */
export function corners(rects: readonly Rect[]): Point[] {
  const [a, b] = rects;
  if (!a) return [];
  if (!b)
    return [
      [a[0], a[1]],
      [a[2], a[1]],
      [a[2], a[3]],
      [a[0], a[3]],
    ];
  const [top, low] = a[1] <= b[1] ? [a, b] : [b, a];
  const seam = low[1];
  return [
    [top[0], top[1]],
    [top[2], top[1]],
    [top[2], seam],
    [low[2], seam],
    [low[2], low[3]],
    [low[0], low[3]],
    [low[0], seam],
    [top[0], seam],
  ];
}

function distinct(points: Point[]): Point[] {
  return points.filter((point, i) => {
    const last = points[(i + points.length - 1) % points.length]!;
    return point[0] !== last[0] || point[1] !== last[1];
  });
}

/** A closed path through the wobbled outline, with soft turns. */
export function outline(rects: readonly Rect[], strength = 6): string {
  const turns = distinct(corners(rects));
  const points = turns.flatMap((corner, i) => edge(corner, turns[(i + 1) % turns.length]!));
  const moved = points.map((point) => wobble(point, strength));
  const start = moved[0]!;
  let path = `M${start[0].toFixed(1)} ${start[1].toFixed(1)}`;
  for (let i = 1; i <= moved.length; i++) {
    const here = moved[i % moved.length]!;
    path += `L${here[0].toFixed(1)} ${here[1].toFixed(1)}`;
  }
  return path + "Z";
}

/** The largest rectangle of a territory: where its pieces stand. */
export function room(rects: readonly Rect[]): Rect {
  const area = (r: Rect) => (r[2] - r[0]) * (r[3] - r[1]);
  return [...rects].sort((a, b) => area(b) - area(a))[0]!;
}
