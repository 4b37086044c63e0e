// Battles as the record tells of them.
import type { FactionName, GameEvent } from "../types";

export interface FoughtSide {
  faction: FactionName;
  units: number;
  card: string | null;
  /** What the record says of the plan; nothing until it is shown. */
  text: string;
  strength: number | null;
  lost: number;
  betrays: { usurper: string; sabotage: string } | null;
}
export interface Fought {
  place: string;
  sides: FoughtSide[];
  winner: FactionName | null;
  /** It is over, be it without a winner. */
  over: boolean;
  treachery: boolean;
  lines: string[];
  turn: number;
  update: number;
}

const begun = (event: GameEvent & { kind: "battle_began" }): Fought => ({
  place: event.place,
  sides: [event.attacker, event.defender].map((faction) => ({
    faction,
    units: 0,
    card: null,
    text: "",
    strength: null,
    lost: 0,
    betrays: null,
  })),
  winner: null,
  over: false,
  treachery: false,
  lines: [],
  turn: event.turn,
  update: event.update,
});

function goOn(now: Fought, event: GameEvent): void {
  const side =
    "faction" in event ? now.sides.find((one) => one.faction === event.faction) : undefined;
  if (event.kind === "plan_shown" && side)
    Object.assign(side, { text: event.text, units: event.units, card: event.card });
  else if (event.kind === "strength")
    for (const one of now.sides)
      one.strength = one.faction === event.attacker ? event.attack : event.defence;
  else if (event.kind === "units_lost" && event.cause === "battle" && side)
    side.lost += event.units;
  else if (["betrayed", "lent", "chaos", "denied"].includes(event.kind)) {
    now.lines.push(event.text);
    if (event.kind === "betrayed" && side)
      side.betrays = { usurper: event.usurper, sabotage: event.sabotage };
  } else if (event.kind === "battle_won" || event.kind === "battle_void") {
    now.winner = event.kind === "battle_won" ? event.winner : null;
    now.treachery = event.kind === "battle_won" && event.treachery;
    now.over = true;
    now.lines.push(event.text);
    now.update = event.update;
  }
}

/** Every battle that the events tell of; the last may still be under way. */
export function allBattles(events: GameEvent[]): Fought[] {
  const found: Fought[] = [];
  for (const event of events) {
    const now = found.at(-1);
    if (event.kind === "battle_began") found.push(begun(event));
    else if (now && !now.over) goOn(now, event);
  }
  return found;
}
/** Every battle that was fought to its end. */
export const battles = (events: GameEvent[]): Fought[] =>
  allBattles(events).filter((one) => one.over);
/** The last battle alone, without a walk through the whole record. */
export function lastBattle(events: GameEvent[]): Fought | null {
  const at = events.findLastIndex((event) => event.kind === "battle_began");
  return at < 0 ? null : (allBattles(events.slice(at))[0] ?? null);
}
