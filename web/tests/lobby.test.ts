// The lists of the lobby: what is new, and what is older than the first page.
import { describe, expect, it } from "vitest";
import { changed, lengthened, oldest } from "../src/lobby/news";
import type { TableHeader, TableList } from "../src/types";

const table = (id: string, created: number, status = "open") =>
  ({ id, created, status, public: true, resting: false }) as TableHeader;
const lists = (...open: TableHeader[]): TableList => ({ open, watchable: [], mine: [] });

describe("older pages", () => {
  it("come after what was known, each table once", () => {
    const first = lists(table("c", 3), table("b", 2.5));
    expect(oldest(first.open)).toBe(2.5);
    const more = lengthened(first, "open", lists(table("b", 2.5), table("a", 1)));
    expect(more.open.map((one) => one.id)).toEqual(["c", "b", "a"]);
    expect(more.watchable).toBe(first.watchable);
  });

  it("are kept when something new is told", () => {
    const known = lengthened(lists(table("b", 2)), "open", lists(table("a", 1)));
    const told = changed(known, [table("c", 3), table("a", 1, "playing")], []);
    expect(told.open.map((one) => one.id)).toEqual(["c", "b"]);
    expect(told.watchable.map((one) => one.id)).toEqual(["a"]);
  });
});
