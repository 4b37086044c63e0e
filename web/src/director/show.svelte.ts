// The director at a table: what the page draws of it, and what the reader may do about it.
import type { Decision, GameEvent, GameView, GuideState, UpdateMessage } from "../types";
import { Director } from "./director";
import { pace, type Speed } from "./pace.svelte";
import type { Scene } from "./scenes";

/** What is shown, and changed by this alone. */
export interface Stage {
  readonly view: GameView | null;
  readonly decision: Decision | null;
  readonly n: number;
  guide: GuideState | null;
  step(view: GameView, told: GameEvent[]): void;
  settle(message: UpdateMessage): void;
}

export class Show {
  /** The scene that is on. */
  scene = $state.raw<Scene | null>(null);
  /** A question for me waits until it is over. */
  due = $state(false);
  /** How long the scene that is on takes in all, at the present speed. */
  ms = $state(0);
  /** Scenes whose flights are drawn: the one that is on, and what I did myself. */
  flying = $state.raw<Scene[]>([]);
  /** What has just been told, be it in a scene or not. */
  told = $state.raw<GameEvent[]>([]);
  readonly #director: Director;
  readonly #table: Stage;

  constructor(table: Stage) {
    this.#table = table;
    this.#director = new Director(
      {
        get view() {
          return table.view;
        },
        get decision() {
          return table.decision;
        },
        get n() {
          return table.n;
        },
        step: (view, told) => table.step(view, told),
        settle: (message) => table.settle(message),
        stage: (scene, due) => {
          this.due = due;
          if (scene === this.scene) return;
          this.scene = scene;
          this.ms = (scene?.ms ?? 0) / (pace.speed || 1);
          if (scene) this.#draw(scene);
        },
        flourish: (scene) => this.#draw(scene),
        passed: (events) => (this.told = events),
      },
      {
        speed: () => pace.speed || Infinity,
        hidden: () => document.hidden,
        now: () => Date.now() / 1000,
        wait: (ms, go) => {
          const timer = setTimeout(go, ms);
          return () => clearTimeout(timer);
        },
      },
    );
    document.addEventListener("visibilitychange", this.#refresh);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#refresh);
    this.#director.close();
  }
  hear(message: UpdateMessage): void {
    this.#director.hear(message);
  }
  /** The guide of a lesson has moved: it speaks when what it speaks of was shown. */
  guide(guide: GuideState): void {
    const waiting = this.#director.latest;
    if (waiting) waiting.guide = guide;
    else this.#table.guide = guide;
  }
  /** On with the next scene. */
  seen(): void {
    this.#director.seen();
  }
  /** To my turn. */
  skip(): void {
    this.#director.skip();
  }
  set speed(speed: Speed) {
    pace.set(speed);
    this.#director.refresh();
  }
  get speed(): Speed {
    return pace.speed;
  }
  flown(scene: Scene): void {
    this.flying = this.flying.filter((one) => one !== scene);
  }
  #refresh = (): void => this.#director.refresh();
  #draw(scene: Scene): void {
    this.told = scene.events;
    if (scene.flights.length && !document.hidden && pace.speed)
      this.flying = [...this.flying.slice(-3), scene];
  }
}
