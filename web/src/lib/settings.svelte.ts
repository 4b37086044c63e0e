// What this browser likes: kept here, and nowhere else.
import { recall, remember } from "./api";

const system = matchMedia("(prefers-color-scheme: dark)");
const systems = () => (system.matches ? "dark" : "light");

class Settings {
  #chosen = $state(recall("theme", ""));
  #systems = $state(systems());
  motion = $state(recall("motion", "on") === "on");
  sound = $state(recall("sound", "off") === "on");
  /** The live chance to win, for those who play alone against bots. */
  chance = $state(recall("chance", "off") === "on");
  name = $state(recall("name", ""));
  /** Is a recruitment turn decided step by step, instead of planned as a whole? */
  steps = $state(recall("steps", "off") === "on");

  constructor() {
    system.addEventListener("change", () => (this.#systems = systems()));
    $effect.root(() => {
      $effect(() => {
        document.documentElement.dataset["theme"] = this.theme;
        document.documentElement.dataset["motion"] = this.motion ? "on" : "off";
        remember("motion", this.motion ? "on" : "off");
        remember("sound", this.sound ? "on" : "off");
        remember("chance", this.chance ? "on" : "off");
        remember("name", this.name);
        remember("steps", this.steps ? "on" : "off");
      });
    });
  }

  /** As the system has it, until somebody chooses here. */
  get theme(): string {
    return this.#chosen || this.#systems;
  }
  set theme(to: string) {
    this.#chosen = to;
    remember("theme", to);
  }

  /** Should things move? Not when the reader or the system says no. */
  get moving(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
