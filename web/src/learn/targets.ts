// What a step of a lesson can point at, and where that is on the page. The names are checked by
// tests/lessons against this file, and in a browser against the page.
export const TARGETS: Record<string, (name: string) => string> = {
  place: (name) => `.board [data-territory="${name}"]`,
  board: () => ".frame",
  dragon: () => ".things .dragon",
  faction: (name) => `.factions article.${name}`,
  round: (name) => `.rounds li:nth-child(${name})`,
  rounds: () => ".rounds",
  turn: () => ".turn",
  rules: () => "[data-rules]",
  hand: () => ".hand",
  traitors: () => ".hand .two, .action .two", // beside the plan, while one is made
  piles: () => ".piles",
  sale: () => ".sale",
  battle: () => ".battle",
  action: () => ".action",
  pass: () => "[data-pass]",
  anytime: () => ".action .any",
  hint: () => "[data-hint]",
  log: () => ".logbox",
  tab: (name) => `#tab-${name}`,
};

export function find(target: string): Element | null {
  const [kind, name = ""] = target.split(":");
  const selector = TARGETS[kind!]?.(name);
  // What is to be done is out of sight while one looks back.
  return selector
    ? ([...document.querySelectorAll(selector)].find((one) => one.getClientRects().length) ?? null)
    : null;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The sheet that lies over the page on a phone, for what is not in it. */
function sheetOver(element: Element): Element | null {
  const dock = element.closest(".dock") ? null : document.querySelector(".dock");
  return dock && getComputedStyle(dock).position === "fixed" ? dock : null;
}

/** Bring all of them to where they are seen, the first above all. */
export function reveal(targets: string[]): void {
  for (const element of targets.map(find).reverse()) {
    if (!element) continue;
    const seen = boxOf(element);
    const own = element.getBoundingClientRect();
    if (!seen || seen.height < own.height * 0.8) element.scrollIntoView({ block: "nearest" });
    // On a phone the sheet of actions lies over the page, and is higher than usual in a battle.
    const sheet = sheetOver(element);
    const hidden =
      sheet === null
        ? 0
        : element.getBoundingClientRect().bottom - sheet.getBoundingClientRect().top;
    if (hidden > 0) scrollBy(0, hidden + 8);
    // Inside that column the guide's card stays on top: what lies under it is drawn down again.
    const dock = element.closest(".dock");
    const card = dock?.querySelector(".coach");
    const under = card
      ? card.getBoundingClientRect().bottom - element.getBoundingClientRect().top
      : 0;
    if (under > 0) dock!.scrollBy(0, -under - 8);
  }
}

/** Where it is seen on the screen, as far as the boxes that hold it show it; null if not at all. */
export function boxOf(element: Element): Box | null {
  const own = element.getBoundingClientRect();
  let [left, top, right, bottom] = [own.left, own.top, own.right, own.bottom];
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around === document.body) break;
    if (getComputedStyle(around).overflow === "visible") continue;
    const box = around.getBoundingClientRect();
    [left, top, right, bottom] = [
      Math.max(left, box.left),
      Math.max(top, box.top),
      Math.min(right, box.right),
      Math.min(bottom, box.bottom),
    ];
  }
  const sheet = sheetOver(element);
  if (sheet) bottom = Math.min(bottom, sheet.getBoundingClientRect().top);
  // The guide's card stays in sight while what is below it is moved past it.
  const card = element.closest(".dock") ? document.querySelector(".coach") : null;
  if (card) top = Math.max(top, card.getBoundingClientRect().bottom);
  // Nor is it seen beyond the edges of the screen.
  [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  return right - left < 6 || bottom - top < 6
    ? null
    : { left, top, width: right - left, height: bottom - top };
}
