import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { making } from "./lib/engine";
import { route } from "./lib/route.svelte";

// Most users open the page Make first: its worker starts while the page is being built.
if (route.page === "make") making.warm();

const target = document.getElementById("app");
if (target) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("./offline.js").catch(() => undefined);
}
