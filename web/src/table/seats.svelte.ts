// Which seat of a table this browser plays: one, none, or several in turn, with a curtain between
// people who share a device.
import { untrack } from "svelte";
import { heldSeats, type HeldSeat } from "../lib/api";
import { Table } from "../lib/table.svelte";
import type { FactionName } from "../types";

export class Seats {
  held = $state.raw<HeldSeat[]>([]);
  table: Table;
  /** To whom the device is to be handed; until then nobody's cards are shown. */
  curtain = $state.raw<HeldSeat | null>(null);
  /** How much of the talk the person of the present seat has read. */
  readTalk = $state(0);
  #readBy = new Map<string | null, number>();

  /** `leaving` forgets what one person looked at: it is not for the next one's eyes. It hears
      whether another seat takes over. */
  constructor(
    readonly id: string,
    readonly leaving: (another: boolean) => void,
  ) {
    const held = heldSeats()[id] ?? [];
    this.held = held;
    // With several seats in one browser nobody's cards are shown before it is clear whose turn it is.
    this.table = $state.raw(new Table(id, held.length === 1 ? held[0]!.token : null));
  }

  faction(one: HeldSeat): FactionName | null {
    return this.table.header?.seats[one.seat]?.faction ?? null;
  }

  sitAt(one: HeldSeat | null): void {
    this.curtain = null;
    const token = one?.token ?? null;
    const another = this.table.token !== token;
    this.leaving(another);
    if (!another) return;
    this.#readBy.set(this.table.token, this.readTalk);
    this.readTalk = this.#readBy.get(token) ?? 0;
    this.table.close();
    this.table = new Table(this.id, token);
  }

  /** Somebody sat down here in the waiting room. */
  joined(): void {
    this.held = heldSeats()[this.id] ?? [];
    this.table.close();
    this.table = new Table(this.id, this.held.length === 1 ? this.held[0]!.token : null);
  }

  /** After every update: is it the turn of another seat of this browser? */
  follow(): void {
    const { view, header } = this.table;
    if (this.held.length < 2 || !view || !header) return;
    const waits = (one: HeldSeat) =>
      !view.over && view.waiting.includes(this.faction(one) as FactionName);
    const next = this.held.find(waits);
    const deciding = !!this.table.decision;
    untrack(() => {
      // The server may have passed for the one to whom the device was to be handed.
      if (this.curtain && !waits(this.curtain)) {
        this.curtain = next ?? null;
        // Nobody knows who holds the device now, so nobody's cards are shown.
        if (!next && !view.over) this.sitAt(null);
      }
      if (view.over || deciding || !next || next.token === this.table.token) return;
      if (header.hotseat) this.curtain = next;
      else this.sitAt(next);
    });
  }
}
