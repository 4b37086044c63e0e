// What a game is remembered for: awards drawn from its record.
import { battles, type Fought } from "../lib/battles";
import { FACTIONS, gold, the, units } from "../lib/texts";
import type { FactionName, GameEvent, GameView } from "../types";

export interface Award {
  title: string;
  who: FactionName;
  why: string;
}
type Tally = Map<FactionName, number>;
const add = (tally: Tally, who: FactionName, n: number) =>
  tally.set(who, (tally.get(who) ?? 0) + n);
/** Who has the most, if one alone has, and it is worth a word. */
function best(tally: Tally, least: number): [FactionName, number] | null {
  const [first, second] = [...tally].sort((a, b) => b[1] - a[1]);
  return first && first[1] >= least && first[1] !== second?.[1] ? first : null;
}

type Counted = (event: GameEvent) => [FactionName, number] | null;
/** What is counted over the whole game: the title, from how much on, how it is told, and what counts. */
const COUNTS: [string, number, (n: number) => string, Counted][] = [
  [
    "Conqueror",
    2,
    (n) => `won ${n} battles`,
    (event) => (event.kind === "battle_won" ? [event.winner, 1] : null),
  ],
  [
    "Traitor",
    1,
    (n) => (n === 1 ? "won a battle by treachery" : `won ${n} battles by treachery`),
    (event) => (event.kind === "battle_won" && event.treachery ? [event.winner, 1] : null),
  ],
  [
    "Gatherer",
    6,
    (n) => `gathered ${gold(n)} from the land`,
    (event) => (event.kind === "collected" ? [event.faction, event.gold] : null),
  ],
  [
    "Patron of the auction",
    6,
    (n) => `paid ${gold(n)} for artifacts`,
    (event) =>
      event.kind === "paid" && event.means === "gold" ? [event.faction, event.gold] : null,
  ],
  [
    "Dragon fodder",
    2,
    (n) => `lost ${units(n)} to the dragons`,
    (event) =>
      event.kind === "units_lost" && (event.cause === "dragons" || event.cause === "red dragon")
        ? [event.faction, event.units]
        : null,
  ],
  [
    "Wanderer",
    4,
    (n) => `marched ${n} times`,
    (event) => (event.kind === "moved" ? [event.faction, 1] : null),
  ],
  [
    "Spoilsport",
    2,
    (n) => `stopped others with ${n} aces`,
    (event) => (event.kind === "denied" ? [event.faction, 1] : null),
  ],
];

/** The battle that was nearest to going the other way. */
function closest(fought: Fought[]): Award | null {
  const gap = (one: Fought) => Math.abs(one.sides[0]!.strength! - one.sides[1]!.strength!);
  const [near] = fought
    .filter((one) => one.winner && one.sides.every((side) => side.strength !== null))
    .sort((a, b) => gap(a) - gap(b));
  if (!near || gap(near) > 2) return null;
  const loser = near.sides.find((side) => side.faction !== near.winner)!;
  const how = gap(near) ? `by ${gap(near)}` : "on a tie";
  return {
    title: "By a hair",
    who: near.winner!,
    why: `beat ${the(loser.faction)} in ${near.place} ${how}, in turn ${near.turn}`,
  };
}
/** A victory over more units than were sent. */
function upset(fought: Fought[]): Award | null {
  const odds = (one: Fought) => {
    const won = one.sides.find((side) => side.faction === one.winner);
    const lost = one.sides.find((side) => side.faction !== one.winner);
    return won && lost ? lost.lost - won.units : 0;
  };
  const [great] = fought
    .filter((one) => one.winner && !one.treachery)
    .sort((a, b) => odds(b) - odds(a));
  if (!great || odds(great) < 3) return null;
  const loser = great.sides.find((side) => side.faction !== great.winner)!;
  const sent = great.sides.find((side) => side.faction === great.winner)!.units;
  return {
    title: "Against the odds",
    who: great.winner!,
    why: `sent ${units(sent)} in ${great.place} and destroyed ${loser.lost} ${FACTIONS[loser.faction].name}`,
  };
}

/** At most so many awards, and as many different peoples among them as the game gives. */
export function awards(events: GameEvent[], most = 6): Award[] {
  const fought = battles(events);
  const found: Award[] = [];
  for (const [title, least, why, count] of COUNTS) {
    const tally: Tally = new Map();
    for (const event of events) {
      const counted = count(event);
      if (counted) add(tally, ...counted);
    }
    const one = best(tally, least);
    if (one) found.push({ title, who: one[0], why: why(one[1]) });
  }
  for (const one of [closest(fought), upset(fought)]) if (one) found.push(one);
  const times = new Map<FactionName, number>();
  return found
    .map((one) => {
      times.set(one.who, (times.get(one.who) ?? 0) + 1);
      return { one, turn: times.get(one.who)! };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, most)
    .map(({ one }) => one);
}

export interface Place {
  who: FactionName;
  place: number;
  won: boolean;
  castles: number;
  gold: number;
  units: number;
}
/** Winners first; the others by castles, then by units on the board, then by gold. */
export function ranking(view: GameView): Place[] {
  const rows = (Object.keys(view.factions) as FactionName[]).map((who) => {
    const facts = view.factions[who]!;
    return {
      who,
      won: view.winners.includes(who),
      castles: facts.castles.length,
      gold: facts.gold,
      units: facts.board + facts.hidden,
    };
  });
  const order = (a: (typeof rows)[0], b: (typeof rows)[0]) =>
    +b.won - +a.won || b.castles - a.castles || b.units - a.units || b.gold - a.gold;
  rows.sort(order);
  return rows.map((row) => ({
    ...row,
    place: row.won ? 1 : rows.findIndex((one) => order(one, row) === 0) + 1,
  }));
}
