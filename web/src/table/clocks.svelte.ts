// How much time whose decision has left, told anew every second.
import { onDestroy } from "svelte";

const [HOURS_FROM, DAY] = [7200, 86400];
const tell = (seconds: number) =>
  seconds > HOURS_FROM
    ? seconds < 2 * DAY
      ? `${Math.round(seconds / 3600)} h`
      : `${Math.floor(seconds / DAY)} d ${Math.floor((seconds % DAY) / 3600)} h`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

export class Clocks {
  #now = $state(Date.now());

  /** `deadlines` are in seconds since 1970. */
  constructor(readonly deadlines: () => Record<string, unknown>) {
    const timer = setInterval(() => (this.#now = Date.now()), 1000);
    onDestroy(() => clearInterval(timer));
  }

  left = $derived.by(() => {
    const running = Object.entries(this.deadlines()).filter(([, end]) => typeof end === "number");
    const seconds = (end: number) => Math.max(0, Math.round(end - this.#now / 1000));
    return Object.fromEntries(running.map(([name, end]) => [name, tell(seconds(end as number))]));
  });
}
