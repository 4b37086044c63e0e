// "Why can't I …?" needs an action to ask about: the one a player most likely has in mind.
import type { BoardMap, Decision, FactionName, GameView } from "../types";
import type { Picker } from "./picker.svelte";

const OF_STEP: Record<string, string> = {
  move: "move",
  hire: "hire",
  conscript: "conscript",
  ride: "ride",
  emerge: "emerge",
  early_disband: "disband",
  disband: "disband",
  fight: "fight",
  dragon_acts: "carry",
  bid: "move",
  plans: "move",
  revive: "hire",
  council_turn: "move",
  discard: "move",
};

/** The line to ask about when a territory that is not lit was picked. */
export function lineFor(
  id: string,
  view: GameView,
  decision: Decision | null,
  picker: Picker,
  map: BoardMap,
): string | null {
  const me = view.me?.faction;
  if (!me) return null;
  const kind =
    picker.kind ?? picker.kinds[0] ?? (decision ? OF_STEP[decision.step] : undefined) ?? "move";
  const mine = (place: string) =>
    view.territories[place]?.units.find((units) => units.faction === me);
  const n = picker.n ?? 1;
  if (kind === "move" || kind === "carry") {
    const own = Object.keys(view.territories).filter(mine);
    const ace =
      kind === "carry" ? ` ${view.me!.hand.find((card) => card.startsWith("A")) ?? "A♣"}` : "";
    if (picker.origin && picker.origin !== id) return `${kind} ${n} ${picker.origin} ${id}${ace}`;
    if (mine(id))
      return `${kind} 1 ${id} ${map.territories.find((land) => land.id === id)?.neighbours[0]}${ace}`;
    const near =
      map.territories
        .find((land) => land.id === id)
        ?.neighbours.find((place) => own.includes(place)) ?? own[0];
    return near ? `${kind} 1 ${near} ${id}${ace}` : null;
  }
  if (kind === "fight") {
    const other = view.territories[id]?.units.find((units) => units.faction !== me)?.faction;
    const any = (Object.keys(view.factions) as FactionName[]).find((name) => name !== me);
    return `fight ${id} ${other ?? any}`;
  }
  if (kind === "walls") return `walls ${id}`;
  if (kind === "predict") return null;
  if (["hire", "raise", "conscript", "ride", "disband", "emerge"].includes(kind))
    return `${kind} ${n || 1} ${id}`;
  return null;
}
