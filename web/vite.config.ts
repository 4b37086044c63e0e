import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the package, where the server finds it.
const page = join(import.meta.dirname, "../src/dragondune/server/page");
// What the printed sheets show, the page shows too.
const art = join(import.meta.dirname, "../src/dragondune/printing/art");

/** The worker that keeps the page for later is told which files there are, and when they change. */
const listed = {
  name: "listed",
  closeBundle() {
    const names = (readdirSync(join(page, "assets")) as string[]).sort().map((n) => `/assets/${n}`);
    const index = readFileSync(join(page, "index.html"));
    const mark = createHash("sha256").update(index).update(names.join()).digest("hex").slice(0, 12);
    const path = join(page, "worker.js");
    const worker = readFileSync(path, "utf8")
      .replace('["/"]', JSON.stringify(["/", "/dragon.svg", "/manifest.webmanifest", ...names]))
      .replace("dragon-dune-page-0", `dragon-dune-page-${mark}`);
    writeFileSync(path, worker);
  },
};

/** Packed copies lie beside the files, so that the server never has to pack anything. */
const packed = {
  name: "packed",
  closeBundle() {
    for (const name of readdirSync(page, { recursive: true }) as string[]) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue;
      const content = readFileSync(join(page, name));
      if (content.length < 600) continue;
      writeFileSync(join(page, `${name}.gz`), gzipSync(content, { level: 9 }));
      writeFileSync(join(page, `${name}.br`), brotliCompressSync(content));
    }
  },
};

const COMMON =
  /node_modules\/svelte\/|preload-helper|src\/(lib\/(texts|api|turns|settings|Stale|Later)|Settings|board\/Token|director\/(texts|pace)|learn\/texts|people\/texts)/;
const BOARD =
  /src\/(board\/|table\/(texts|Card|describing|TablePage|ActionPanel|Factions|TopBar|RecordBox|Log|Piles|Hand|Sheets|BoardArea)|lib\/(cards|picker|table|turn\.|standing|Tip|Sign))/;

export default defineConfig({
  plugins: [svelte(), listed, packed],
  resolve: { alias: { "@art": art } },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each file costs its head and a question: what every page needs comes in one, and so does what
    // every table needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "common", test: COMMON },
            { name: "board", test: BOARD },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [import.meta.dirname, art] },
    proxy: { "/api": { target: "http://127.0.0.1:8666", ws: true } },
  },
});
