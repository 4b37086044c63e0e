// What happened since my last move, in a few lines: what weighs most, in the order it came.
import { FACTIONS, capital, gold, listed, the, units } from "../lib/texts";
import type { FactionName, GameEvent } from "../types";

export type Icon =
  "battle" | "dragon" | "gold" | "march" | "units" | "death" | "card" | "deal" | "word";
export interface Line {
  icon: Icon;
  text: string;
  places: string[];
  /** The update after which this was so. */
  update: number;
  /** Whose doing it was, where one faction's. */
  faction: FactionName | null;
}
interface Weighed extends Line {
  weight: number;
  n: number;
}

export const MOST = 6;
/** What I can only have done myself. */
const DEEDS = new Set([
  ..."bid bid_passed paid moved hired raised conscripted revived disbanded hid came_out".split(" "),
  ..."planned placed discarded proposed refused carried rode asked answered".split(" "),
]);

/** The update of my last move, as far as the record knows it. */
export const lastDeed = (events: GameEvent[], me: FactionName): number =>
  events.findLast((event) => "faction" in event && event.faction === me && DEEDS.has(event.kind))
    ?.update ?? 0;

const SINGLE: Partial<Record<GameEvent["kind"], [Icon, number]>> = {
  battle_won: ["battle", 10],
  battle_void: ["battle", 10],
  red_dragon: ["dragon", 9],
  dragon_moved: ["dragon", 7],
  walls_broken: ["battle", 8],
  allied: ["deal", 9],
  alliance_broken: ["deal", 9],
  contract_signed: ["deal", 8],
  contract_void: ["deal", 7],
  contract_over: ["deal", 6],
  contract_paid: ["gold", 6],
  offered: ["deal", 6],
  gave: ["gold", 6],
  denied: ["word", 7],
  hire_stopped: ["word", 6],
  honest_answer: ["word", 7],
  plundered: ["card", 6],
  sold: ["card", 5],
  gold_placed: ["gold", 5],
  carried: ["march", 5],
  rode: ["march", 6],
  chaos: ["battle", 9],
  council_began: ["deal", 5],
  resigned: ["word", 9],
  replaced: ["word", 9],
  substituted: ["word", 9],
  stand_in_began: ["word", 6],
  player_back: ["word", 5],
};

type Group = (events: GameEvent[], who: FactionName) => Weighed | null;
const base = (events: GameEvent[], faction: FactionName, icon: Icon, weight: number) => ({
  icon,
  weight,
  faction,
  places: [...new Set(events.flatMap((event) => event.places))],
  update: events.at(-1)!.update,
  n: events.at(-1)!.n,
});
const counted = (event: GameEvent) => ("units" in event ? event.units : 0);
const spent = (event: GameEvent) => ("gold" in event && event.gold ? event.gold : 0);

/** What one faction did several times is told once. */
const GROUPS: [string[], Group][] = [
  [
    ["moved"],
    (events, who) => ({
      ...base(events, who, "march", 4),
      text: `${capital(the(who))} march: ${listed(
        events.map((event) => `${counted(event)} to ${event.kind === "moved" ? event.target : ""}`),
      )}.`,
    }),
  ],
  [
    ["hired", "raised", "conscripted"],
    (events, who) => {
      const cost = events.reduce((sum, event) => sum + spent(event), 0);
      const many = events.reduce((sum, event) => sum + counted(event), 0);
      const where = [...new Set(events.flatMap((event) => event.places))];
      return {
        ...base(events, who, "units", 3.5),
        text: `${capital(the(who))} bring ${units(many)} to ${listed(where)}${cost ? ` for ${gold(cost)}` : ""}.`,
      };
    },
  ],
  [
    ["income", "collected"],
    (events, who) => ({
      ...base(events, who, "gold", 2),
      text: `${capital(the(who))} collect ${gold(events.reduce((sum, event) => sum + spent(event), 0))}.`,
    }),
  ],
];
/** Deaths that are not told with a battle. */
function deaths(events: GameEvent[]): Weighed[] {
  const burnt = events.filter((event) => event.kind === "units_lost" && event.cause !== "battle");
  return byFaction(burnt).map(([who, lost]) => ({
    ...base(lost, who, "death", 8),
    text: `${capital(the(who))} lose ${units(lost.reduce((sum, event) => sum + counted(event), 0))}: ${[
      ...new Set(lost.map((event) => (event.kind === "units_lost" ? CAUSES[event.cause] : ""))),
    ].join(", ")}.`,
  }));
}
const CAUSES = {
  dragons: "the dragons",
  troll: "a troll",
  "red dragon": "the Red Dragon",
  battle: "battle",
};
/** The calls for the card on sale, one after the other. */
function bids(events: GameEvent[]): Weighed[] {
  const from = events.findLastIndex((event) => event.kind === "on_sale") + 1;
  const calls = events
    .slice(from)
    .filter((event) => event.kind === "bid" || event.kind === "bid_passed");
  if (!calls.length) return [];
  const said = calls.map((event) =>
    event.kind === "bid"
      ? `${FACTIONS[event.faction].name} ${event.gold}`
      : event.kind === "bid_passed"
        ? `${FACTIONS[event.faction].name} pass`
        : "",
  );
  return [{ ...base(calls, "orcs", "word", 4), faction: null, text: `Bids: ${listed(said)}.` }];
}
function byFaction(events: GameEvent[]): [FactionName, GameEvent[]][] {
  const found = new Map<FactionName, GameEvent[]>();
  for (const event of events)
    if ("faction" in event) found.set(event.faction, [...(found.get(event.faction) ?? []), event]);
  return [...found];
}

/** The lines of the card: none when others did nothing that weighs. */
export function since(events: GameEvent[], after: number, me: FactionName): Line[] {
  const theirs = events.filter(
    (event) => event.update >= after && event.text && !("faction" in event && event.faction === me),
  );
  const found: Weighed[] = theirs.flatMap((event) => {
    const kind = SINGLE[event.kind];
    const who = "faction" in event ? event.faction : null;
    return kind
      ? [
          {
            icon: kind[0],
            weight: kind[1],
            text: event.text,
            places: event.places,
            update: event.update,
            n: event.n,
            faction: who,
          },
        ]
      : [];
  });
  for (const [kinds, told] of GROUPS)
    for (const [who, some] of byFaction(theirs.filter((event) => kinds.includes(event.kind)))) {
      const line = told(some, who);
      if (line) found.push(line);
    }
  // My own dead are news to me, too.
  found.push(...deaths(events.filter((event) => event.update >= after && event.text)));
  found.push(...bids(theirs));
  const chosen = found.sort((a, b) => b.weight - a.weight).slice(0, MOST);
  if (chosen.length < 2 && !(chosen[0] && chosen[0].weight >= 5)) return [];
  return chosen
    .sort((a, b) => a.n - b.n)
    .map(({ icon, text, places, update, faction }) => ({ icon, text, places, update, faction }));
}
