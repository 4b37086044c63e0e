// The director: everything that is heard is shown, in its order, nothing runs ahead of it, and
// nobody has to wait for it.
import { describe, expect, it } from "vitest";
import { Director, type Shown, type World } from "../src/director/director";
import type { Scene } from "../src/director/scenes";
import type { Decision, GameEvent, GameView, UpdateMessage } from "../src/types";

const FACTS = { gold: 5, board: 5, hidden: 0, bank: 9, graveyard: 0, hand: 1, castles: [] };
const LAND = { gold: 0, troll: false, dragon: false, walls: null, held: null, units: [] };
const VIEW = {
  turn: 1,
  round: 4,
  dragon: 3,
  me: { faction: "elves" },
  battle: null,
  sale: null,
  factions: { orcs: FACTS, elves: FACTS },
  territories: {
    "5★": { ...LAND, units: [{ faction: "orcs", n: 4, elite: 0, hidden: false }], held: "orcs" },
    "6": LAND,
  },
} as unknown as GameView;

let n = 0;
const event = (kind: string, more: object = {}): GameEvent =>
  ({
    kind,
    n: ++n,
    text: `${kind}.`,
    places: [],
    turn: 1,
    round: 4,
    ...more,
  }) as unknown as GameEvent;
const moved = event("moved", { faction: "orcs", source: "5★", target: "6", units: 3 });
const own = event("moved", { faction: "elves", source: "6", target: "5★", units: 1 });
const won = event("battle_won", { winner: "orcs", loser: "dwarves", place: "6" });
const plans = [
  event("plan_shown", { faction: "orcs", units: 2, card: "4♥" }),
  event("plan_shown", { faction: "dwarves", units: 1, card: null }),
];
const asked = (opened: number) => ({ opened, forced: false, step: "move" }) as Decision;

class Stand implements Shown {
  view: GameView | null = null;
  decision: Decision | null = null;
  n = 0;
  told: string[] = [];
  settled: number[] = [];
  scenes: (Scene | null)[] = [];
  flourished: Scene[] = [];
  left: string[] = [];
  due = false;
  step(view: GameView, told: GameEvent[]) {
    this.view = view;
    this.decision = null;
    this.told.push(...told.map((one) => one.kind));
  }
  settle(message: UpdateMessage) {
    this.view = message.view;
    this.decision = message.decision;
    this.n = message.n;
    this.settled.push(message.n);
  }
  stage(scene: Scene | null, due: boolean) {
    this.scenes.push(scene);
    this.due = due;
  }
  passed(events: GameEvent[]) {
    this.left.push(...events.map((one) => one.kind));
  }
  flourish(scene: Scene) {
    this.flourished.push(scene);
  }
}
/** A world whose time passes when it is told to. */
class Time implements World {
  at = 0;
  pace = 1;
  away = false;
  #due: { at: number; go: () => void } | null = null;
  speed = () => this.pace;
  hidden = () => this.away;
  now = () => this.at / 1000;
  wait(ms: number, go: () => void) {
    const mine = { at: this.at + ms, go };
    this.#due = mine;
    return () => {
      if (this.#due === mine) this.#due = null;
    };
  }
  pass(ms: number) {
    const end = this.at + ms;
    for (let due = this.#due; due && due.at <= end; due = this.#due) {
      this.at = due.at;
      this.#due = null;
      due.go();
    }
    this.at = end;
  }
}
function opened(pace = 1) {
  const stand = new Stand();
  const time = new Time();
  time.pace = pace;
  const director = new Director(stand, time);
  let number = 0;
  const hear = (events: GameEvent[], more: Partial<UpdateMessage> = {}) =>
    director.hear({
      t: "update",
      n: ++number,
      since: number - 1,
      events,
      view: VIEW,
      decision: null,
      clock: {},
      ...more,
    } as UpdateMessage);
  hear([event("game_began")]);
  return { stand, time, director, hear };
}

describe("what is shown", () => {
  it("begins with what is there: nobody is shown what was before they came", () => {
    const { stand } = opened();
    expect(stand.settled).toEqual([1]);
    expect(stand.scenes.at(-1)).toBeNull();
  });

  it("shows units leave, then arrive, and then what the server says", () => {
    const { stand, time, hear } = opened();
    const after = { ...VIEW, round: 5 };
    hear([moved], { view: after });
    expect(stand.view!.territories["5★"]!.units[0]!.n).toBe(1);
    expect(stand.view!.territories["6"]!.units).toEqual([]);
    expect(stand.told).toEqual(["moved"]);
    expect(stand.settled).toEqual([1]);
    time.pass(5000);
    expect(stand.view).toBe(after);
    expect(stand.settled).toEqual([1, 2]);
    expect(stand.scenes.at(-1)).toBeNull();
  });

  it("lets nothing run ahead: neither record nor purse nor question", () => {
    const { stand, time, hear } = opened();
    hear([moved, event("income", { faction: "orcs", gold: 3 })], { decision: asked(2) });
    expect(stand.told).toEqual(["moved"]);
    expect(stand.view!.factions.orcs!.gold).toBe(5);
    expect(stand.decision).toBeNull();
    expect(stand.due).toBe(true);
    time.pass(1200);
    expect(stand.told).toEqual(["moved", "income"]);
    expect(stand.view!.factions.orcs!.gold).toBe(5);
    expect(stand.view!.territories["6"]!.units[0]!.n).toBe(3);
    time.pass(5000);
    expect(stand.decision?.opened).toBe(2);
  });

  it("tells every event once and in order, however they come together", () => {
    const { stand, time, hear } = opened();
    for (let i = 0; i < 30; i++) hear([event("bid", { faction: "orcs", gold: i + 1 }), moved]);
    time.pass(120_000);
    expect(stand.told).toEqual(Array.from({ length: 30 }, () => ["bid", "moved"]).flat());
    expect(stand.settled).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
  });
});

describe("a battle", () => {
  it("lays the plans face down, turns them, adds them up and tells the outcome", () => {
    const { stand, time, hear } = opened();
    hear([event("planned", { faction: "orcs" }), ...plans]);
    hear([event("strength"), event("units_lost", { place: "6", cause: "battle" }), won]);
    time.pass(60_000);
    const acts = stand.scenes.flatMap((one) => (one?.act ? [one.act] : []));
    expect(acts).toEqual(["plans", "flip", "sum", "strength", "losses", "outcome"]);
  });

  it("shows no plan before it is turned", () => {
    const { stand, time, hear } = opened();
    hear(plans);
    expect(stand.scenes.at(-1)!.act).toBe("plans");
    expect(stand.told).toEqual([]);
    time.pass(1000);
    expect(stand.told).toEqual(["plan_shown", "plan_shown"]);
  });

  it("is not cut off by what comes after it", () => {
    const { stand, time, hear } = opened();
    hear([won]);
    for (let i = 0; i < 40; i++) hear([moved]);
    time.pass(4500);
    expect(stand.scenes.at(-1)!.act).toBe("outcome");
    time.pass(1000);
    expect(stand.scenes.at(-1)!.act).toBeNull();
  });

  it("ends when it was seen", () => {
    const { stand, director, hear } = opened();
    hear([won]);
    director.seen();
    expect(stand.settled).toEqual([1, 2]);
    expect(stand.scenes.at(-1)).toBeNull();
  });
});

describe("who does not want to wait", () => {
  it("skips to the question with one touch", () => {
    const { stand, director, hear } = opened();
    hear([moved, moved]);
    hear([won], { decision: asked(3) });
    director.skip();
    expect(stand.left).toEqual(["moved", "moved", "battle_won"]);
    expect(stand.decision?.opened).toBe(3);
    expect(stand.settled).toEqual([1, 2, 3]);
    hear([moved]);
    expect(stand.scenes.at(-1)).not.toBeNull();
  });

  it("skips on to a question that has not come yet", () => {
    const { stand, director, hear } = opened();
    hear([moved]);
    director.skip();
    hear([moved]);
    hear([won]);
    expect(stand.settled).toEqual([1, 2, 3, 4]);
    hear([moved], { decision: asked(5) });
    expect(stand.settled).toEqual([1, 2, 3, 4, 5]);
    hear([moved]);
    expect(stand.settled).toEqual([1, 2, 3, 4, 5]);
  });

  it("sees it three times as fast, or not at all", () => {
    const slow = opened(1);
    const fast = opened(3);
    const none = opened(Infinity);
    for (const one of [slow, fast, none]) one.hear([moved]);
    expect(none.stand.settled).toEqual([1, 2]);
    fast.time.pass(400);
    slow.time.pass(400);
    expect(fast.stand.settled).toEqual([1, 2]);
    expect(slow.stand.settled).toEqual([1]);
  });

  it("may change the speed in the midst of it", () => {
    const { stand, time, director, hear } = opened();
    hear([moved, moved, won]);
    time.pace = Infinity;
    director.refresh();
    expect(stand.settled).toEqual([1, 2]);
  });

  it("is not shown what they did themselves, but what came of it", () => {
    const { stand, hear } = opened();
    hear([own], { decision: asked(2) });
    expect(stand.settled).toEqual([1, 2]);
    expect(stand.flourished).toHaveLength(1);
    hear([own, moved]);
    expect(stand.settled).toEqual([1, 2]);
    expect(stand.told).toEqual(["moved", "moved"]);
  });

  it("keeps an open question while others do something", () => {
    const { stand, hear } = opened();
    hear([own], { decision: asked(2) });
    hear([event("offered", { faction: "orcs" })], { decision: asked(2) });
    expect(stand.settled).toEqual([1, 2, 3]);
    expect(stand.decision?.opened).toBe(2);
  });
});

describe("time", () => {
  it("hurries when much has come together, and more when a question waits", () => {
    const length = (decision: Decision | null) => {
      const { stand, time, hear } = opened();
      for (let i = 0; i < 40; i++) hear([moved]);
      hear([moved], { decision });
      let passed = 0;
      while (stand.settled.length < 42 && passed < 200_000) time.pass((passed += 100) && 100);
      return passed;
    };
    expect(length(null)).toBeLessThan(30_000);
    expect(length(asked(42))).toBeLessThan(length(null));
  });

  it("takes no more than a part of a clock that runs", () => {
    const { stand, time, hear } = opened();
    hear([...plans, won], { decision: asked(2), clock: { elves: 20 } });
    time.pass(6000);
    expect(stand.decision?.opened).toBe(2);
  });

  it("cuts a long scene short when a question with a clock comes", () => {
    const { stand, time, hear } = opened();
    hear([won]);
    time.pass(100);
    hear([], { decision: asked(3), clock: { elves: 8 } });
    time.pass(2000);
    expect(stand.decision?.opened).toBe(3);
  });

  it("shows nothing when hardly any time is left", () => {
    const { stand, hear } = opened();
    hear([...plans, won], { decision: asked(2), clock: { elves: 5 } });
    expect(stand.decision?.opened).toBe(2);
  });

  it("catches up at once when nobody looks", () => {
    const { stand, time, director, hear } = opened();
    hear([moved, won]);
    time.away = true;
    director.refresh();
    expect(stand.settled).toEqual([1, 2]);
    hear([moved]);
    expect(stand.settled).toEqual([1, 2, 3]);
  });

  it("does not show again what is told again after a connection was lost", () => {
    const { stand, hear } = opened();
    hear([own]);
    hear([moved, moved], { since: 0 });
    expect(stand.settled).toEqual([1, 2, 3]);
  });
});
