// What the keys do at the table.
const focus = (...selectors: string[]) =>
  selectors
    .map((one) => document.querySelector<HTMLElement>(one))
    .find((found) => found)
    ?.focus();
const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
const TYPING = "input, textarea, select, dialog, [role=spinbutton]";

export interface Deeds {
  /** Is the past on show? Then nothing of the present can be done. */
  past(): boolean;
  back(): void;
  forth(): void;
  present(): void;
  rules(): void;
  undo(): void;
  dismiss(): void;
  /** On to my turn; false when nothing is being shown. */
  skip(): boolean;
}

/** Does what the key stands for; false when it stands for nothing. */
function does(event: KeyboardEvent, deeds: Deeds): boolean {
  const past = deeds.past();
  const target = event.target as HTMLElement;
  const idle = target === document.body || target.id === "action-head";
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "ArrowLeft") deeds.back();
  else if (key === "ArrowRight") deeds.forth();
  else if (key === "r" || key === "?") deeds.rules();
  else if (key === "m") focus(".place.lit", ".place[tabindex='0']");
  else if (key === "a") focus("#action-head");
  else if (key === "Escape" && past) deeds.present();
  else if (key === "Escape") deeds.dismiss();
  else if (past) return false;
  else if (key === " " && idle) return deeds.skip();
  else if (key === "u") deeds.undo();
  else if (key === "p") press("[data-pass]");
  else if (key === "Enter" && idle) press("[data-confirm]");
  else return false;
  return true;
}

export function onKey(event: KeyboardEvent, deeds: Deeds): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.target as HTMLElement).closest(TYPING)) return;
  // What lies over the table has the keys, even where nothing in it has the focus.
  if (document.querySelector("dialog:modal")) return;
  // A key that is held down walks through the past, and does nothing else more than once.
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  if (does(event, deeds)) event.preventDefault();
}
