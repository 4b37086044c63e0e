// A territory in one line: what it is, and what stands there.
import { T, gold } from "../lib/texts";
import type { GameView, MapTerritory } from "../types";

export function describePlace(land: MapTerritory, view: GameView): string {
  const there = view.territories[land.id];
  if (!there) return land.id;
  const open = land.kind === "open";
  const bits = there.units.map((one) => T.unitsOf(one.n, one.elite, one.faction, one.hidden));
  if (there.gold) bits.push(gold(there.gold));
  if (there.troll) bits.push(T.aTroll);
  if (there.dragon && open) bits.push(T.wildDragons);
  else if (!view.over && open && view.dragon_next.includes(land.number)) bits.push(T.dragonsNext);
  if (view.red_threat === land.id) bits.push(T.redThreatens);
  if (there.walls === false) bits.push(T.brokenWalls);
  const kind = land.id === "0•" ? "mountain" : open && land.orcish ? "orcish" : land.kind;
  const facts = [
    T.land[kind],
    land.griffins ? T.griffins : "",
    land.event ? T.brings(land.event, land.event_gold) : "",
  ].filter(Boolean);
  return `${land.id}, ${facts.join(", ")}: ${bits.join("; ") || T.empty}`;
}
