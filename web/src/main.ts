import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";

// The worker keeps the page for when the server is out of reach. It waits until all else is here.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () =>
    setTimeout(() => void navigator.serviceWorker.register("/worker.js").catch(() => null), 2500),
  );

export default mount(App, { target: document.getElementById("app")! });
