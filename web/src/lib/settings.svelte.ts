// What this browser likes: kept here, and nowhere else.
import { recall, remember } from "./api";

const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

class Settings {
  theme = $state(recall("theme", dark() ? "dark" : "light"));
  motion = $state(recall("motion", "on") === "on");
  sound = $state(recall("sound", "off") === "on");
  name = $state(recall("name", ""));

  constructor() {
    $effect.root(() => {
      $effect(() => {
        document.documentElement.dataset["theme"] = this.theme;
        document.documentElement.dataset["motion"] = this.motion ? "on" : "off";
        remember("theme", this.theme);
        remember("motion", this.motion ? "on" : "off");
        remember("sound", this.sound ? "on" : "off");
        remember("name", this.name);
      });
    });
  }

  /** Should things move? Not when the reader or the system says no. */
  get moving(): boolean {
    return this.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
