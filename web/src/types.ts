// What the server sends, as docs/protocol.md has it.
import type { Rect } from "./board/shape";

export type FactionName = "dwarves" | "elves" | "goblins" | "orcs";

export interface MapTerritory {
  id: string;
  number: number;
  kind: "open" | "forest" | "castle";
  rects: Rect[];
  neighbours: string[];
  griffins: boolean;
  orcish: boolean;
  event: { card: string; gold: number } | null;
}
export interface BoardMap {
  size: number;
  territories: MapTerritory[];
  lakes: Rect[];
}
export interface Units {
  faction: FactionName;
  n: number;
  elite: number;
  hidden: boolean;
}
export interface Territory {
  gold: number;
  troll: boolean;
  dragon: boolean;
  walls: boolean;
  units: Units[];
}
