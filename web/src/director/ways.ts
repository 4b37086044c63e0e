// Which way things go over the map when they are seen to move. It knows what lies beside what, and
// no rule: where a march leads is told by the event, and this draws it.
import type { BoardMap } from "../types";
import type { Spot } from "./scenes";

/** The shortest way from a territory to another over the map, both ends included. */
export function path(map: BoardMap, from: string, to: string): string[] {
  const beside = new Map(map.territories.map((land) => [land.id, land.neighbours]));
  const before = new Map<string, string>([[from, from]]);
  const row = [from];
  for (let here = row.shift(); here !== undefined && here !== to; here = row.shift())
    for (const next of beside.get(here) ?? [])
      if (!before.has(next)) {
        before.set(next, here);
        row.push(next);
      }
  if (!before.has(to)) return [from, to];
  const way = [to];
  while (way[0] !== from) way.unshift(before.get(way[0]!)!);
  return way;
}
export const along = (map: BoardMap, from: Spot, to: Spot): string[] =>
  from.at === "place" && to.at === "place" ? path(map, from.place, to.place) : [];

/** Where the dragons sit that are on a number: in the open, where that number has open land. */
export function lairs(map: BoardMap): Map<number, string> {
  const found = new Map<number, string>();
  for (const land of map.territories)
    if (!found.has(land.number) || land.kind === "open") found.set(land.number, land.id);
  return found;
}
/** The dragons fly from number to number, once round the land after the last of them. */
export function wayOf(from: Spot, to: Spot): Spot[] {
  if (from.at !== "lair" || to.at !== "lair") return [from, to];
  const way: Spot[] = [from];
  for (let number = from.number; number !== to.number && way.length < 19;) {
    number = (number % 18) + 1;
    way.push({ at: "lair", number });
  }
  return way;
}
