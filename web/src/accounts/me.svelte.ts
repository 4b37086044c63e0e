// Who is signed in, and what follows from it for the seats of this browser.
import { call, claimSeat, dropSeat, heldSeats, myAccount, remember, wordsOf } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Me, TableList } from "../types";

export class Signed {
  me = $state.raw<Me | null>(null);
  problem = $state("");
  told = $state("");
  busy = $state(false);

  async load(): Promise<void> {
    await this.work(async () => this.take(await call<Me>("/api/people/me")));
  }

  /** Do something, and say what went wrong; a passkey that was not shown is nobody's fault. */
  async work(deed: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = this.told = "";
    try {
      await deed();
    } catch (error) {
      const quiet = error instanceof DOMException && error.name === "NotAllowedError";
      this.problem = quiet ? "" : wordsOf(error);
    }
    this.busy = false;
  }

  /** Fetch what a part of the page shows; what was said before still stands. */
  async look(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
    } catch (error) {
      this.problem = wordsOf(error);
    }
  }

  /** Whoever chooses no other name sits down under that of their account. */
  take(me: Me): void {
    const before = this.me?.account?.name ?? "";
    if (settings.name === before) settings.name = me.account?.name ?? "";
    this.me = me;
    remember("account", me.account?.id ?? "");
  }

  /** Signed in: the seats that this browser held as a guest move along. How many did. */
  async entered(me: Me): Promise<number> {
    this.take(me);
    let moved = 0;
    for (const [table, seats] of Object.entries(heldSeats())) {
      await claimSeat(table, seats[0]!);
      if (heldSeats()[table]?.[0]?.token !== seats[0]!.token) moved++;
    }
    return moved;
  }

  /** Signed out: what belongs to the account is not this browser's any more. */
  async left(): Promise<void> {
    const account = myAccount();
    const { mine } = await call<TableList>("/api/tables");
    await call("/api/people/out", {});
    remember("account", "");
    for (const table of mine)
      for (const held of heldSeats()[table.id] ?? [])
        if (table.seats[held.seat]?.account === account) dropSeat(table.id, held.token);
    await this.load();
  }
}
