// How each kind of event is shown: for how long, and what flies over the table meanwhile. Times are
// in milliseconds at the speed of one.
import type { Battle, FactionName, GameEvent, GameView, UpdateMessage } from "../types";

/** Where something comes from or goes to, on the page. */
export type Spot =
  | { at: "place"; place: string }
  | { at: "faction"; faction: FactionName }
  | { at: "lair"; number: number }
  | { at: "sale" | "deck" | "discard" | "bank" };

/** Something that is seen to move, or to be said. */
export type Flight =
  | { what: "units"; faction: FactionName; n: number; from: Spot; to: Spot; marches: boolean }
  | { what: "death"; faction: FactionName; n: number; from: Spot; to: Spot }
  | { what: "coin"; n: number; from: Spot; to: Spot }
  | { what: "card"; card: string | null; from: Spot; to: Spot }
  | { what: "dragon"; from: Spot; to: Spot }
  | { what: "word"; text: string; from: Spot; strong: boolean };

export type Act = "plans" | "flip" | "sum" | "treachery" | "strength" | "losses" | "outcome";

export interface Scene {
  readonly key: number;
  /** Events that this scene tells; they come into the record as it begins. */
  readonly events: GameEvent[];
  readonly flights: Flight[];
  /** How long it takes at the speed of one. */
  readonly ms: number;
  /** Which part of a battle it shows, if any. */
  readonly act: Act | null;
  /** The battle as it lies open once this begins, where that is another than before. */
  readonly battle: Battle | null;
  /** It is not hurried because more is to come: it stays for its time, or until it was seen. */
  readonly firm: boolean;
}

const place = (name: string): Spot => ({ at: "place", place: name });
const people = (faction: FactionName): Spot => ({ at: "faction", faction });
const BANK: Spot = { at: "bank" };
const DECK: Spot = { at: "deck" };
const SALE: Spot = { at: "sale" };

const LENGTH: Partial<Record<GameEvent["kind"], number>> = {
  placed: 700,
  troll_placed: 500,
  dragon_placed: 700,
  turn_began: 1000,
  dragon_steered: 700,
  carried: 1000,
  dragon_die: 900,
  dragon_card: 900,
  dragon_moved: 1500,
  gold_burnt: 600,
  units_lost: 900,
  event_turned: 900,
  omen_turned: 600,
  red_dragon: 1500,
  rode: 1200,
  gold_placed: 800,
  no_gold: 700,
  council_began: 1100,
  proposed: 900,
  refused: 700,
  allied: 1500,
  alliance_broken: 1400,
  bidding_began: 600,
  on_sale: 500,
  bid: 650,
  bid_passed: 420,
  unsold: 700,
  paid: 600,
  sold: 900,
  second_card: 800,
  recruiting: 450,
  revived: 700,
  disbanded: 800,
  conscripted: 800,
  hire_announced: 500,
  hired: 900,
  hire_stopped: 1200,
  raised: 800,
  extended: 700,
  extra_move: 600,
  moved: 1100,
  hid: 700,
  came_out: 700,
  troll_left: 700,
  walls_broken: 1200,
  honest_question: 1500,
  honest_answer: 1500,
  special_paid: 700,
  denied: 1500,
  looked: 800,
  hand_shown: 700,
  battle_began: 1300,
  blessed: 1200,
  asked: 1100,
  answered: 1100,
  planned: 350,
  chaos: 1800,
  plundered: 900,
  plunder_sold: 800,
  income: 700,
  collected: 900,
  gave: 1100,
  discarded: 600,
  decider_began: 1500,
  game_won: 1600,
  offered: 900,
  contract_signed: 1500,
  contract_over: 1000,
  contract_void: 1200,
  contract_binds: 900,
  contract_paid: 1100,
  contract_shown: 900,
  battles_forgone: 1000,
  undone: 500,
};
/** Kinds that are shown together where they follow each other. */
const TOGETHER: Partial<Record<GameEvent["kind"], string>> = {
  placed: "placed",
  income: "gold",
  collected: "gold",
  gold_placed: "yield",
  no_gold: "yield",
};
const PLANS = 800;
const FLIP = 1200;
const SUM = 2600;
const TREACHERY = 2600;
const STRENGTH = 1300;
/** How long the end of a battle stays for who only looks on, and for who fought it. */
const OUTCOME = 5000;
const OWN_OUTCOME = 9000;

function flightsOf(event: GameEvent, dragon: number | null): Flight[] {
  switch (event.kind) {
    case "placed":
    case "conscripted":
    case "raised":
      return [
        {
          what: "units",
          faction: event.faction,
          n: event.units,
          from: people(event.faction),
          to: place(event.place),
          marches: false,
        },
      ];
    case "hired":
      return [
        {
          what: "units",
          faction: event.faction,
          n: event.units,
          from: people(event.faction),
          to: place(event.place),
          marches: false,
        },
        ...(event.gold
          ? [{ what: "coin" as const, n: event.gold, from: people(event.faction), to: BANK }]
          : []),
      ];
    case "moved":
    case "carried":
    case "rode":
      return [
        {
          what: "units",
          faction: event.faction,
          n: event.units,
          from: place(event.source),
          to: place(event.target),
          marches: event.kind === "moved",
        },
      ];
    case "disbanded":
      return [
        {
          what: "units",
          faction: event.faction,
          n: event.units,
          from: place(event.place),
          to: people(event.faction),
          marches: false,
        },
      ];
    case "units_lost":
      return [
        {
          what: "death",
          faction: event.faction,
          n: event.units,
          from: place(event.place),
          to: people(event.faction),
        },
      ];
    case "dragon_moved":
      return dragon === null || dragon === event.number
        ? []
        : [
            {
              what: "dragon",
              from: { at: "lair", number: dragon },
              to: { at: "lair", number: event.number },
            },
          ];
    case "gold_placed":
      return [{ what: "coin", n: event.gold, from: DECK, to: place(event.place) }];
    case "collected":
      return [{ what: "coin", n: event.gold, from: place(event.place), to: people(event.faction) }];
    case "income":
      return [{ what: "coin", n: event.gold, from: BANK, to: people(event.faction) }];
    case "revived":
      return event.gold
        ? [{ what: "coin", n: event.gold, from: people(event.faction), to: BANK }]
        : [];
    case "gave":
    case "contract_paid":
      return [
        { what: "coin", n: event.gold, from: people(event.faction), to: people(event.other) },
      ];
    case "paid":
      return event.means === "gold" && event.gold
        ? [
            {
              what: "coin",
              n: event.gold,
              from: people(event.faction),
              to: event.receiver ? people(event.receiver) : BANK,
            },
          ]
        : [];
    case "sold":
      return [{ what: "card", card: null, from: SALE, to: people(event.faction) }];
    case "second_card":
      return [{ what: "card", card: null, from: DECK, to: people(event.faction) }];
    case "plundered":
      return [{ what: "card", card: null, from: people(event.other), to: people(event.faction) }];
    case "plunder_sold":
      return [{ what: "coin", n: event.gold, from: BANK, to: people(event.faction) }];
    case "discarded":
    case "special_paid":
      return [
        {
          what: "card",
          card: event.card,
          from: people(event.faction),
          to: { at: "discard" },
        },
      ];
    case "bid":
      return [{ what: "word", text: `${event.gold}!`, from: people(event.faction), strong: true }];
    case "bid_passed":
      return [{ what: "word", text: "pass", from: people(event.faction), strong: false }];
    case "denied":
      return [
        { what: "word", text: `${event.card}: no!`, from: people(event.faction), strong: true },
      ];
    case "proposed":
      return [{ what: "word", text: "⚭ ?", from: people(event.faction), strong: true }];
    case "refused":
      return [{ what: "word", text: "no", from: people(event.faction), strong: false }];
    case "planned":
      return [{ what: "word", text: "✓", from: people(event.faction), strong: false }];
    case "said":
      return [];
    default:
      return [];
  }
}

let keys = 0;
const scene = (
  events: GameEvent[],
  ms: number,
  flights: Flight[] = [],
  act: Act | null = null,
  firm = false,
  battle: Battle | null = null,
): Scene => ({ key: ++keys, events, ms, flights, act, firm, battle });

/** Gold that is paid where nobody is named may all the same come to somebody's purse. */
function toWhom(flights: Flight[], before: GameView, after: GameView): Flight[] {
  return flights.map((one) => {
    if (one.what !== "coin" || one.to.at !== "bank" || one.from.at !== "faction") return one;
    const grown = (Object.keys(after.factions) as FactionName[]).find(
      (name) => after.factions[name]!.gold - (before.factions[name]?.gold ?? 0) === one.n,
    );
    return grown ? { ...one, to: people(grown) } : one;
  });
}

/** Everything that an update tells, as scenes in their order. */
export function scenesOf(
  message: Pick<UpdateMessage, "events" | "view">,
  before: GameView,
  me: FactionName | null,
): Scene[] {
  const scenes: Scene[] = [];
  let silent: GameEvent[] = [];
  let dragon = before.dragon;
  const fight = before.battle ?? message.view.battle;
  const mine = !!me && !!fight && (fight.attacker === me || fight.defender === me);
  const add = (made: Scene) => {
    scenes.push({ ...made, events: [...silent, ...made.events] });
    silent = [];
  };
  const { events } = message;
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!;
    const next = events[i + 1];
    if (event.kind === "plan_shown") {
      const both = next?.kind === "plan_shown" ? [event, next] : [event];
      if (both.length === 2) i++;
      add(scene([], PLANS, [], "plans", true));
      add(scene(both, FLIP, [], "flip", true));
      add(scene([], SUM, [], "sum", true, message.view.battle));
    } else if (event.kind === "betrayed" || event.kind === "lent")
      add(scene([event], TREACHERY, [], "treachery", true));
    else if (event.kind === "strength") add(scene([event], STRENGTH, [], "strength", true));
    else if (event.kind === "battle_won" || event.kind === "battle_void")
      add(scene([event], mine ? OWN_OUTCOME : OUTCOME, [], "outcome", true));
    else {
      const ms = event.text ? (LENGTH[event.kind] ?? 0) : 0;
      const flights = toWhom(flightsOf(event, dragon), before, message.view);
      if (event.kind === "dragon_moved" || event.kind === "dragon_placed") dragon = event.number;
      const last = scenes.at(-1);
      const group = TOGETHER[event.kind];
      if (!ms) silent.push(event);
      else if (group && !silent.length && last && TOGETHER[last.events.at(-1)!.kind] === group)
        scenes[scenes.length - 1] = {
          ...last,
          events: [...last.events, event],
          flights: [...last.flights, ...flights],
          ms: last.ms + 150,
        };
      else
        add(
          scene(
            [event],
            ms,
            flights,
            event.kind === "units_lost" && event.cause === "battle" ? "losses" : null,
            event.kind === "game_won",
          ),
        );
    }
  }
  return scenes;
}

/** Is this the deed of one player alone? Nobody has to be shown what they did themselves. */
export const doneBy = (made: Scene, me: FactionName | null): boolean =>
  !!me &&
  !made.act &&
  !made.firm &&
  made.events.every((event) => !("faction" in event) || event.faction === me) &&
  made.events.some((event) => "faction" in event && event.faction === me);
