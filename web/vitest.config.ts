import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // The tests are to meet the page as a browser runs it, not as a server would draw it.
  resolve: { conditions: ["browser"] },
  test: { include: ["tests/**/*.test.ts"] },
});
