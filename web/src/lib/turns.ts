// A page that draws everything in one go does not answer while it draws, and on a phone that is felt.
// Here its parts take turns: one each frame, in the order in which they came.

const waiting: (() => void)[] = [];
let walking = false;

/** Lets the browser draw and answer what was touched. A hidden page draws no frames, so it is not waited for. */
export function breath(): Promise<void> {
  return new Promise((go) => {
    const timer = setTimeout(go, 150);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(go);
    });
  });
}

async function walk(): Promise<void> {
  walking = true;
  // Who reads aloud, or tries the page, may wait until all of it is there.
  document.body.setAttribute("aria-busy", "true");
  for (let work = waiting.shift(); work; work = waiting.shift()) {
    await breath();
    work();
  }
  walking = false;
  document.body.removeAttribute("aria-busy");
}

/** Calls back when all that came before had its frame; answers how to give the place in the row up. */
export function inTurn(work: () => void): () => void {
  waiting.push(work);
  if (!walking) void walk();
  return () => {
    const at = waiting.indexOf(work);
    if (at >= 0) waiting.splice(at, 1);
  };
}
