// A few soft tones, made here and now; silent unless switched on.
import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

const TUNES: Record<string, number[]> = {
  turn: [523, 659],
  move: [330],
  battle: [196, 185],
  won: [523, 659, 784],
  dragon: [147, 131, 110],
  gold: [880, 1175],
  nudge: [784, 659, 784],
};

export function play(name: keyof typeof TUNES): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    const start = context.currentTime;
    (TUNES[name] ?? []).forEach((pitch, i) => {
      const tone = context!.createOscillator();
      const gain = context!.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, start + i * 0.12);
      gain.gain.linearRampToValueAtTime(0.08, start + i * 0.12 + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0005, start + i * 0.12 + 0.3);
      tone.connect(gain).connect(context!.destination);
      tone.start(start + i * 0.12);
      tone.stop(start + i * 0.12 + 0.32);
    });
  } catch {
    // A browser that will not sound stays silent.
  }
}

const OF_EVENT: Record<string, keyof typeof TUNES> = {
  moved: "move",
  hired: "move",
  battle_began: "battle",
  battle_won: "won",
  dragon_moved: "dragon",
  red_dragon: "dragon",
  collected: "gold",
  game_won: "won",
};
export function playFor(kinds: string[]): void {
  const found = kinds.map((kind) => OF_EVENT[kind]).find(Boolean);
  if (found) play(found);
}
