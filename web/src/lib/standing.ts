// Standing orders as the page keeps them: what is in force, in short words; and those for all games,
// which this browser remembers and gives to a table that has none yet.
import type { GameView, Orders } from "../types";
import { QUIET } from "../table/texts";
import type { Table } from "./table.svelte";
import { FACTIONS, listed } from "./texts";

export const NONE: Orders = {
  bid_limit: null,
  no_aces_turn: null,
  bid_for_me: false,
  lot: null,
  stop_hires: null,
  quiet: [],
};
const KEY = "dragon-dune-orders";
const MOST_TABLES = 60;
interface Kept {
  orders: Orders | null;
  /** The tables that have got them, so that what is changed there stays changed. */
  given: string[];
}

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "") as Partial<Kept>;
    return { orders: found.orders ? { ...NONE, ...found.orders } : null, given: found.given ?? [] };
  } catch {
    return { orders: null, given: [] };
  }
}
function keep(what: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing asks again in the next game.
  }
}

/** What holds for all games; what was meant for one card or one turn is not among it. */
export const always = (): Orders | null => kept().orders;
export function keepAlways(orders: Orders | null, table: string): void {
  const given = [...kept().given.filter((one) => one !== table), table].slice(-MOST_TABLES);
  const lasting = orders && { ...orders, lot: null, no_aces_turn: null };
  keep({ orders: lasting, given });
}

/** Give a table the orders for all games, once, where it has none. */
export async function bring(table: Table): Promise<void> {
  const { orders, given } = kept();
  if (!orders || !table.orders || table.header?.hotseat || table.header?.lesson) return;
  if (given.includes(table.id) || inForce(table.orders).length) return;
  keep({ orders, given: [...given, table.id].slice(-MOST_TABLES) });
  await table.order(orders);
}

/** What is to be done with the card on sale, or with all that this turn still brings; nothing else counts. */
function ofSale({ lot }: Orders, view: GameView | null): string[] {
  if (!lot || lot.turn !== view?.turn || !view.sale) return [];
  if (lot.left === null)
    return [lot.limit ? `bid up to ${lot.limit} this turn` : "no bids this turn"];
  if (lot.left !== view.sale.left) return [];
  return [lot.limit ? `this card up to ${lot.limit}` : "not this card"];
}

/** The orders in force, each in a few words. */
export function inForce(orders: Orders, view: GameView | null = null): string[] {
  const { bid_limit: limit, stop_hires: stop } = orders;
  const words: string[] = [];
  if (limit !== null)
    words.push(orders.bid_for_me ? `bid up to ${limit} a card` : `pass above ${limit}`);
  words.push(...ofSale(orders, view));
  if (stop?.against.length)
    words.push(`stop hires of ${listed(stop.against.map((one) => FACTIONS[one].name))}`);
  if (view && orders.no_aces_turn === view.turn) words.push("no aces this turn");
  for (const { steps, short } of QUIET)
    if (steps.every((step) => orders.quiet.includes(step))) words.push(short);
  return words;
}
