// What a player is writing and has not sent: it outlives the panel it is written in, which is taken
// away when another tab is opened, and it belongs to one seat, so that with several people at one
// device nobody finds the words of another.
import type { FactionName } from "../types";
import type { Draft } from "./clauses";

export class Desk {
  /** The update of this seat's last move. */
  acted = $state(0);
  /** A line of talk, and to whom; nobody means everybody. */
  words = $state("");
  to = $state<FactionName | "">("");
  /** A contract in the making, perhaps in answer to an offer. */
  building = $state(false);
  answering = $state<number | null>(null);
  partner = $state<FactionName | "">("");
  drafts = $state<Draft[]>([]);
}

const desks = new Map<string, Desk>();
export function deskOf(table: string, token: string | null): Desk {
  const key = `${table} ${token ?? ""}`;
  const desk = desks.get(key) ?? new Desk();
  desks.set(key, desk);
  return desk;
}
