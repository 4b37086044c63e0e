// The end of a game, and what the record says of it.
import { describe, expect, it } from "vitest";
import { awards, ranking } from "../src/director/awards";
import { alarms, wayOfWinning } from "../src/director/texts";
import { concerns, isNews, matching } from "../src/lib/record";
import type { FactionName, GameEvent, GameView } from "../src/types";
import recorded from "./game.json";

const EVENTS = (recorded as unknown as { events: GameEvent[] }[]).flatMap((one) => one.events);
const facts = (castles: string[], board: number, gold: number, castles_to_win = 3) => ({
  castles,
  board,
  hidden: 0,
  gold,
  castles_to_win,
});
const view = (more: object) =>
  ({
    turn: 5,
    turns: 8,
    over: true,
    way: "three castles",
    winners: ["elves"],
    me: null,
    factions: {
      orcs: facts(["1★"], 9, 2),
      elves: facts(["3★", "5★", "10★", "15★"], 6, 1),
      dwarves: facts(["1★"], 9, 4),
    },
    standing: { battles: [], threats: [], default: ["orcs"] },
    ...more,
  }) as unknown as GameView;

describe("the finale", () => {
  it("says how many castles were held in truth", () => {
    expect(wayOfWinning(view({}))).toBe("with four castles");
  });

  it("ranks the winner first, then castles, units and gold", () => {
    const rows = ranking(view({ winners: ["orcs"], way: "default" }));
    expect(rows.map((row) => row.who)).toEqual(["orcs", "elves", "dwarves"]);
    expect(rows.map((row) => row.place)).toEqual([1, 2, 3]);
  });

  it("gives awards that the record bears out, no title twice", () => {
    const given = awards(EVENTS);
    expect(given.length).toBeGreaterThanOrEqual(3);
    expect(new Set(given.map((one) => one.title)).size).toBe(given.length);
    for (const one of given.filter(({ title }) => title === "Gatherer")) {
      const sum = (who: FactionName) =>
        EVENTS.reduce(
          (all, event) =>
            event.kind === "collected" && event.faction === who ? all + event.gold : all,
          0,
        );
      expect(one.why).toContain(`${sum(one.who)} gold`);
      for (const other of ["orcs", "elves", "dwarves", "goblins"] as const)
        if (other !== one.who) expect(sum(other)).toBeLessThan(sum(one.who));
    }
  });

  it("gives none where nothing happened", () => {
    expect(awards([])).toEqual([]);
  });
});

describe("the alarm", () => {
  const running = (threats: object[], turn = 3) =>
    alarms(view({ over: false, turn, standing: { battles: [], threats, default: ["orcs"] } })).map(
      (one) => one.text,
    );
  it("tells who wins unless they are stopped, and by which battles", () => {
    expect(running([{ winners: ["elves"], castles: 3, needed: 3, contested: [] }])).toEqual([
      "The Elves hold three castles and win when this turn ends, unless somebody stops them.",
    ]);
    expect(running([{ winners: ["orcs"], castles: 2, needed: 3, contested: ["5★"] }])).toEqual([
      "The Orcs hold two castles and win the game this turn by winning the battle for 5★.",
    ]);
  });
  it("tells who wins if nobody does when the last turn nears, and not before", () => {
    expect(running([], 6)).toEqual([]);
    expect(running([], 7)[0]).toContain("the Orcs win");
    expect(running([], 8)[0]).toContain("This is the last turn");
  });
});

describe("the record", () => {
  const some = (filter: Parameters<typeof matching>[1], words = "") =>
    EVENTS.filter((event) => event.text && matching(event, filter, words, "elves"));
  it("shows battles, gold or what concerns me alone", () => {
    expect(some("battles").some((event) => event.kind === "battle_won")).toBe(true);
    expect(some("battles").some((event) => event.kind === "moved")).toBe(false);
    expect(some("gold").some((event) => event.kind === "income")).toBe(true);
    expect(some("gold").some((event) => event.kind === "moved")).toBe(false);
    expect(some("mine").every((event) => concerns(event, "elves"))).toBe(true);
    expect(some("all")).toHaveLength(EVENTS.filter((event) => event.text).length);
  });
  it("tells the others that somebody asked for a hint, and not whoever asked", () => {
    const hinted = {
      ...EVENTS[0]!,
      kind: "hinted",
      faction: "elves",
      text: "The Elves ask for a hint.",
    };
    expect(isNews(hinted as never, "elves")).toBe(false);
    expect(isNews(hinted as never, "orcs")).toBe(true);
    expect(isNews(hinted as never, null)).toBe(true);
  });
  it("finds words whatever their case", () => {
    const found = some("all", "THE ORCS MOVE");
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((event) => event.kind === "moved")).toBe(true);
  });
});
