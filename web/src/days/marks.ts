// Marks on the map, drawn into the board beside what lies there.
import type { Mark } from "../types";
import { D } from "./texts";

const SVG = "http://www.w3.org/2000/svg";

function part(name: string, values: Record<string, string>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

/** Draw them; the answer takes them away again. */
export function draw(marks: Mark[]): () => void {
  const made = marks.flatMap((mark) => {
    const spot = document.querySelector(`.frame [data-spot="${CSS.escape(mark.place)}"]`);
    if (!spot?.parentElement) return [];
    const [x, y] = [spot.getAttribute("cx"), spot.getAttribute("cy")];
    const group = part("g", {
      class: "own-mark",
      "pointer-events": "none",
      transform: `translate(${Number(x) + 46} ${Number(y) - 46})`,
    });
    group.append(
      part("circle", { r: "19", fill: "#fff6e4", stroke: "#7c1f1a", "stroke-width": "3" }),
      part(
        "text",
        { "text-anchor": "middle", y: "9", "font-size": "26", fill: "#7c1f1a" },
        D.signs[mark.sign ?? "flag"],
      ),
      part("title", {}, `${mark.place} ${mark.text ?? ""}`),
    );
    spot.parentElement.append(group);
    return [group];
  });
  return () => made.forEach((one) => one.remove());
}
