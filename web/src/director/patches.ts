// What an event changes on the table, for the time until the update that told of it is shown as a
// whole. Things leave where they were when a scene begins and arrive when it ends; nothing here
// decides anything, and the server's own view follows each update and stands.
import type { FactionFacts, FactionName, GameEvent, GameView, Territory, Units } from "../types";

type Patch = (view: GameView) => GameView;

const facts =
  (faction: FactionName | null, change: (now: FactionFacts) => Partial<FactionFacts>): Patch =>
  (view) => {
    const now = faction && view.factions[faction];
    if (!now) return view;
    return { ...view, factions: { ...view.factions, [faction]: { ...now, ...change(now) } } };
  };
const purse = (faction: FactionName | null, gold: number) =>
  facts(faction, (now) => ({ gold: now.gold + gold }));
const hand = (faction: FactionName, cards: number) =>
  facts(faction, (now) => ({ hand: now.hand + cards }));
const bank = (faction: FactionName, units: number) =>
  facts(faction, (now) => ({ bank: now.bank + units }));
const graves = (faction: FactionName, units: number) =>
  facts(faction, (now) => ({ graveyard: now.graveyard + units }));
const land =
  (place: string, change: (now: Territory) => Partial<Territory>): Patch =>
  (view) => {
    const now = view.territories[place];
    if (!now) return view;
    return { ...view, territories: { ...view.territories, [place]: { ...now, ...change(now) } } };
  };
const lying = (place: string, gold: number) =>
  land(place, (now) => ({ gold: Math.max(0, now.gold + gold) }));

/** The stacks of a territory with so many units more, or fewer, in one of them. */
function stacked(stacks: Units[], faction: FactionName, more: number, hidden: boolean): Units[] {
  const at = stacks.findIndex((one) => one.faction === faction && one.hidden === hidden);
  if (at < 0) return more > 0 ? [...stacks, { faction, n: more, elite: 0, hidden }] : stacks;
  const n = stacks[at]!.n + more;
  if (n <= 0) return stacks.filter((_, i) => i !== at);
  return stacks.map((one, i) => (i === at ? { ...one, n, elite: Math.min(one.elite, n) } : one));
}
/** Who stands alone in a castle holds it, and so it is told of the factions too. */
function holding(view: GameView, place: string): GameView {
  const now = view.territories[place]!;
  const open = [...new Set(now.units.filter((one) => !one.hidden).map((one) => one.faction))];
  const held = open.length === 1 ? open[0]! : null;
  if (held === now.held) return view;
  let next = land(place, () => ({ held }))(view);
  if (!place.endsWith("★")) return next;
  for (const faction of Object.keys(next.factions) as FactionName[])
    next = facts(faction, ({ castles }) => {
      const others = castles.filter((one) => one !== place);
      return { castles: faction === held ? [...others, place] : others };
    })(next);
  return next;
}
const stand =
  (place: string, faction: FactionName, more: number, hidden = false): Patch =>
  (view) => {
    if (!view.territories[place]) return view;
    const moved = land(place, (now) => ({
      units: stacked(now.units, faction, more, hidden),
    }))(view);
    const counted = facts(faction, (now) =>
      hidden ? { hidden: now.hidden + more } : { board: now.board + more },
    )(moved);
    return holding(counted, place);
  };
const dragons =
  (number: number | null): Patch =>
  (view) => ({
    ...view,
    dragon: number,
    territories: Object.fromEntries(
      Object.entries(view.territories).map(([id, one]) => {
        const here = parseInt(id) === number;
        return [id, one.dragon === here ? one : { ...one, dragon: here }];
      }),
    ),
  });

const none: Patch[] = [];
/** What leaves its place when an event begins to be shown. */
function leaving(event: GameEvent): Patch[] {
  switch (event.kind) {
    case "dragon_moved":
      return [(view) => (view.dragon === event.number ? view : dragons(null)(view))];
    case "gold_burnt":
      return [lying(event.place, -event.gold)];
    case "units_lost":
      return [stand(event.place, event.faction, -event.units)];
    case "carried":
    case "rode":
      return [stand(event.source, event.faction, -event.units)];
    case "moved":
      return [stand(event.source, event.faction, -event.units, event.hidden)];
    case "disbanded":
      return [stand(event.place, event.faction, -event.units, event.hidden)];
    case "paid":
      return event.means === "gold"
        ? [purse(event.faction, -event.gold)]
        : event.card
          ? [hand(event.faction, -1)]
          : none;
    case "hired":
      return [purse(event.faction, -event.gold), ...(event.card ? [hand(event.faction, -1)] : [])];
    case "revived":
      return [
        purse(event.faction, -event.gold),
        graves(event.faction, -event.units),
        ...(event.card ? [hand(event.faction, -1)] : []),
      ];
    case "conscripted":
    case "raised":
      return [bank(event.faction, -event.units)];
    case "gave":
    case "contract_paid":
      return [purse(event.faction, -event.gold)];
    case "collected":
      return [lying(event.place, -event.gold)];
    case "discarded":
    case "special_paid":
    case "extended":
    case "denied":
      return [hand(event.faction, -1)];
    case "plundered":
      return [hand(event.other, -1)];
    case "plunder_sold":
      return [hand(event.faction, -1)];
    case "troll_left":
      return [land(event.place, () => ({ troll: false }))];
    case "on_sale":
      return [(view) => ({ ...view, sale: { card: "?", bid: 0, bidder: null, left: event.left } })];
    case "bid":
      return [
        (view) => ({
          ...view,
          sale: view.sale && { ...view.sale, bid: event.gold, bidder: event.faction },
        }),
      ];
    case "unsold":
      return [(view) => ({ ...view, sale: null })];
    case "turn_began":
      return [(view) => ({ ...view, turn: event.number, first: event.first })];
    default:
      return none;
  }
}
/** What has arrived when it has been shown. */
function arriving(event: GameEvent): Patch[] {
  switch (event.kind) {
    case "placed":
      return [stand(event.place, event.faction, event.units), bank(event.faction, -event.units)];
    case "troll_placed":
      return [land(event.place, () => ({ troll: true }))];
    case "dragon_placed":
    case "dragon_moved":
      return [dragons(event.number)];
    case "units_lost":
      return event.cause === "battle" ? [graves(event.faction, event.units)] : none;
    case "carried":
      return [stand(event.target, event.faction, event.units), hand(event.faction, -1)];
    case "rode":
      return [stand(event.target, event.faction, event.units)];
    case "moved":
      return [stand(event.target, event.faction, event.units, event.hidden)];
    case "gold_placed":
      return [lying(event.place, event.gold)];
    case "allied":
      return [
        facts(event.faction, () => ({ ally: event.other })),
        facts(event.other, () => ({ ally: event.faction })),
      ];
    case "alliance_broken":
      return [
        facts(event.faction, () => ({ ally: null })),
        facts(event.other, () => ({ ally: null })),
      ];
    case "paid":
      return event.means === "gold" ? [purse(event.receiver, event.gold)] : none;
    case "sold":
      return [hand(event.faction, 1), (view) => ({ ...view, sale: null })];
    case "second_card":
      return [hand(event.faction, 1)];
    case "revived":
      return [bank(event.faction, event.units)];
    case "disbanded":
      return [bank(event.faction, event.units)];
    case "hired":
      return [stand(event.place, event.faction, event.units), bank(event.faction, -event.units)];
    case "conscripted":
    case "raised":
      return [stand(event.place, event.faction, event.units)];
    case "hid":
      return [
        ...(event.card ? [hand(event.faction, -1)] : none),
        stand(event.place, event.faction, -event.units),
        stand(event.place, event.faction, event.units, true),
      ];
    case "came_out":
      return [
        stand(event.place, event.faction, -event.units, true),
        stand(event.place, event.faction, event.units),
      ];
    case "walls_broken":
      return [land(event.place, () => ({ walls: false }))];
    case "gave":
    case "contract_paid":
      return [purse(event.other, event.gold)];
    case "income":
    case "collected":
      return [purse(event.faction, event.gold)];
    case "plundered":
      return [hand(event.faction, 1)];
    case "plunder_sold":
      return [purse(event.faction, event.gold)];
    case "battle_won":
    case "battle_void":
      return [(view) => ({ ...view, battle: null })];
    default:
      return none;
  }
}

const applied = (view: GameView, patches: Patch[]) =>
  patches.reduce((now, patch) => patch(now), view);
/** The round and turn of an event have come when it begins. */
const moment = (view: GameView, { turn, round }: GameEvent) =>
  view.turn === turn && view.round === round ? view : { ...view, turn, round };

export const begun = (view: GameView, event: GameEvent): GameView =>
  applied(moment(view, event), leaving(event));
export const done = (view: GameView, event: GameEvent): GameView => applied(view, arriving(event));
