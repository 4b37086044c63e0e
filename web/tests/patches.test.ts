// What is shown between two updates of a real game of four bots: three turns as the Elves heard
// them (game.json: what changed with each update, and its events).
import { describe, expect, it } from "vitest";
import { begun, done } from "../src/director/patches";
import { scenesOf } from "../src/director/scenes";
import { lastDeed, since } from "../src/director/since";
import type { FactionName, GameEvent, GameView } from "../src/types";
import recorded from "./game.json";

interface Update {
  turn: number;
  round: number;
  dragon: number | null;
  territories: GameView["territories"];
  factions: GameView["factions"];
  events: GameEvent[];
}
const UPDATES = recorded as unknown as Update[];
const views: GameView[] = [];
for (const one of UPDATES) {
  const last = views.at(-1);
  views.push({
    ...one,
    territories: { ...last?.territories, ...one.territories },
    factions: { ...last?.factions, ...one.factions },
    battle: null,
    sale: null,
  } as unknown as GameView);
}
const board = (view: GameView) =>
  Object.entries(view.territories).map(([id, land]) => [
    id,
    land.gold,
    land.troll,
    land.walls,
    land.held,
    land.dragon,
    land.units.map((one) => `${one.faction} ${one.n} ${one.hidden}`).sort(),
  ]);
const told = (i: number) =>
  UPDATES[i]!.events.reduce((view, event) => done(begun(view, event), event), views[i - 1]!);
const names = Object.keys(views[0]!.factions) as FactionName[];

describe("a whole game", () => {
  it("comes to the very board that the server sends, update by update", () => {
    for (let i = 1; i < UPDATES.length; i++)
      expect(board(told(i)), UPDATES[i]!.events.map((one) => one.text).join(" ")).toEqual(
        board(views[i]!),
      );
  });

  it("lets no purse run ahead of what was shown", () => {
    for (let i = 1; i < UPDATES.length; i++)
      for (const name of names) {
        const [shown, sent] = [told(i).factions[name]!, views[i]!.factions[name]!];
        // What comes to a purse without an event of its own comes with the update itself.
        expect(shown.gold).toBeLessThanOrEqual(sent.gold);
        expect(shown.board).toBe(sent.board);
        expect([...shown.castles].sort()).toEqual([...sent.castles].sort());
      }
  });

  it("tells each event in one scene, or with the next, and moves the dragon once a turn", () => {
    let flights = 0;
    for (let i = 1; i < UPDATES.length; i++) {
      const { events } = UPDATES[i]!;
      const scenes = scenesOf({ events, view: views[i]! }, views[i - 1]!, "elves");
      const shown = scenes.flatMap((one) => one.events.map((event) => event.n));
      expect(shown).toEqual(events.slice(0, shown.length).map((event) => event.n));
      flights += scenes.flatMap((one) => one.flights).filter((one) => one.what === "dragon").length;
    }
    const moves = UPDATES.flatMap((one) => one.events).filter(
      (event) => event.kind === "dragon_moved",
    );
    expect(flights).toBeLessThanOrEqual(moves.length);
    expect(flights).toBeGreaterThan(0);
  });
});

describe("since my last move", () => {
  const events = UPDATES.flatMap((one) => one.events);
  const until = (n: number) => events.filter((event) => event.update <= n);

  it("tells three to six things of a round, and none of my own", () => {
    // The battles and the collection of the first turn, after the Elves have moved.
    const heard = until(65);
    const lines = since(heard, lastDeed(until(54), "elves"), "elves");
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.filter((one) => one.icon === "battle")).toHaveLength(2);
    expect(lines.every((one) => !one.text.startsWith("The Elves collect"))).toBe(true);
  });

  it("says nothing where nobody else did anything", () => {
    const last = lastDeed(until(54), "elves");
    expect(since(until(54), last, "elves")).toEqual([]);
  });

  it("lights the places it speaks of", () => {
    const lines = since(until(65), 54, "elves");
    for (const line of lines.filter((one) => one.icon === "battle"))
      expect(line.text).toContain(line.places[0]);
  });
});
