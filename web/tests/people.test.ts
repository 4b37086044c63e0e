import { expect, test } from "vitest";
import { P, clockTime } from "../src/people/texts";

test("a time of today has no date, one of another day has", () => {
  const now = new Date(2026, 10, 16, 12, 0).getTime();
  const earlier = new Date(2026, 10, 16, 9, 5).getTime() / 1000;
  const before = new Date(2026, 10, 14, 9, 5).getTime() / 1000;
  expect(clockTime(earlier, now)).toMatch(/^0?9.05/);
  expect(clockTime(before, now)).toContain("14");
  expect(clockTime(before, now)).toContain(clockTime(earlier, now));
});

test("what a bot passed is counted in words", () => {
  expect(P.quiet(1)).toContain("once");
  expect(P.quiet(2)).toContain("twice");
  expect(P.quiet(5)).toContain("5 times");
});
