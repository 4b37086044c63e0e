// How fast what happens is shown: kept in this browser, and the same at all its tables.
import { recall, remember } from "../lib/api";

export type Speed = 1 | 3 | 0;
const SPEEDS: Speed[] = [1, 3, 0];
class Pace {
  /** 1, 3, or 0 for at once. */
  speed = $state<Speed>((SPEEDS.find((one) => `${one}` === recall("speed", "1")) ?? 1) as Speed);
  set(speed: Speed): void {
    this.speed = speed;
    remember("speed", `${speed}`);
  }
}
export const pace = new Pace();
