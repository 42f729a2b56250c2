// The browser source for OBS.

import { loadFaces } from "./card.js";
import { drawClock, drawContract } from "./contract.js";
import { fit, mark, put, show } from "./dom.js";
import { Feed } from "./feed.js";
import { drawHands, drawResult, drawRuling } from "./notes.js";
import { drawScore } from "./score.js";
import { settingsOf, wear } from "./settings.js";
import { Table } from "./table.js";
import { loadWords } from "./words.js";

const at = (name) => document.getElementById(name);
const settings = settingsOf(location.search, { width: innerWidth, height: innerHeight });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const moves = () => settings.motion && !calm.matches && !document.hidden;

wear(settings);
const faces = loadFaces();
const words = await loadWords(settings.lang, settings.letters);
await Promise.all(["400", "700"].map((weight) => document.fonts.load(`${weight} 20px Kozyr`))).catch(() => null);
const table = new Table(at("table"), words, settings.south, moves);
let state = null;

/** Each part on its own: what one cannot draw must not take the others away. */
function drawn(name, work) {
  try {
    work(at(name));
  } catch (error) {
    console.warn(`${name}: ${error}`);
  }
}

function draw(next) {
  state = next;
  drawn("score", (root) => drawScore(root, state, words));
  drawn("contract", (root) => drawContract(root, state, words));
  drawn("table", () => table.draw(state));
  drawn("hands", (root) => drawHands(root, state, words));
  drawn("result", (root) => drawResult(root, state, words));
  drawn("ruling", (root) => drawRuling(root, state, words, settings.ruling === "always"));
  tick();
  document.body.classList.add("ready");
  mark(document.body, { revision: state.revision, seq: state.seq, phase: state.phase, game: state.game });
  fit(document.body);
}

function tick() {
  if (state) drawClock(at("contract"), state, words, feed.age());
}

function live(isLive) {
  const stale = at("stale");
  put(stale, isLive ? "" : words.say(state ? "overlay.stale" : "overlay.waiting"));
  show(stale, !isLive);
  mark(document.body, { stale: isLive ? null : "yes" });
}

const feed = new Feed("overlay", settings.token, draw, live);
feed.start();
setInterval(tick, 250);
addEventListener("resize", () => fit(document.body));
document.fonts.ready.then(() => fit(document.body));
globalThis.kozyr = { draw, faces, words };
document.body.classList.add("able");
