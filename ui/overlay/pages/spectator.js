// The spectators' page: the live table, the tricks, the match, and the deal step by step.

import { loadFaces } from "./card.js";
import { drawClock, drawContract } from "./contract.js";
import { fit, mark, put, show } from "./dom.js";
import { Feed } from "./feed.js";
import { drawCalls, drawRows, drawTricks } from "./history.js";
import { drawHands, drawResult, drawRuling } from "./notes.js";
import { stateAt, stepsOf } from "./replay.js";
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
let isStepping = false;
const replayTable = new Table(at("replay-table"), words, settings.south, () => isStepping && moves());
let state = null;
let step = 0;
let isAtEnd = true;

function drawn(name, work) {
  try {
    work(at(name));
  } catch (error) {
    console.warn(`${name}: ${error}`);
  }
}

function draw(next) {
  if (state?.deal !== next.deal) isAtEnd = true;
  state = next;
  drawn("score", (root) => drawScore(root, state, words));
  drawn("contract", (root) => drawContract(root, state, words));
  drawn("table", () => table.draw(state));
  drawn("hands", (root) => drawHands(root, state, words));
  drawn("result", (root) => drawResult(root, state, words));
  drawn("ruling", (root) => drawRuling(root, state, words, true));
  drawn("calls", (root) => drawCalls(root, state, words));
  drawn("tricks", (root) => drawTricks(root, state, words));
  drawn("rows", (root) => drawRows(root, state, words));
  drawn("replay-table", () => drawReplay(null));
  tick();
  document.body.classList.add("ready");
  mark(document.body, { revision: state.revision, seq: state.seq, phase: state.phase, game: state.game });
  fit(document.body);
}

/** Shows the deal after `wanted` steps; null keeps the place, or the end when it stood there. */
function drawReplay(wanted) {
  const steps = stepsOf(state);
  const before = step;
  if (wanted !== null) {
    step = Math.max(0, Math.min(wanted, steps.length));
    isAtEnd = step === steps.length;
  } else {
    step = isAtEnd ? steps.length : Math.min(step, steps.length);
  }
  isStepping = wanted !== null && step === before + 1;
  replayTable.draw(stateAt(state, step));
  isStepping = false;
  const slider = at("step");
  slider.max = steps.length;
  slider.value = step;
  put(at("step-text"), words.say("overlay.step", { step, steps: steps.length }));
  put(at("step-said"), step ? said(steps[step - 1]) : "");
  mark(at("replay"), { step, steps: steps.length });
  at("step-back").disabled = step === 0;
  at("step-first").disabled = step === 0;
  at("step-on").disabled = step === steps.length;
  fit(at("replay"));
}

function said(one) {
  const seat = (state.seats ?? []).find((other) => other.seat === one.seat);
  const text = one.kind === "call" ? words.call(one.call)
    : one.kind === "declaration" ? words.declaration(one.declaration) : words.cardText(one.card);
  return `${words.name(seat ?? { seat: one.seat })}: ${text}`;
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

function choose(name) {
  mark(document.body, { tab: name });
  for (const tab of document.querySelectorAll("[data-for]")) tab.setAttribute("aria-selected", String(tab.dataset.for === name));
  fit(document.body);
}

for (const tab of document.querySelectorAll("[data-for]")) {
  put(tab, words.say(`overlay.tab.${tab.dataset.for}`));
  tab.addEventListener("click", () => choose(tab.dataset.for));
}
for (const title of document.querySelectorAll("[data-say]")) put(title, words.say(title.dataset.say));
for (const [name, change] of [["step-first", () => 0], ["step-back", () => step - 1], ["step-on", () => step + 1]]) {
  at(name).setAttribute("aria-label", words.say(`overlay.${name}`));
  at(name).addEventListener("click", () => state && drawReplay(change()));
}
at("step").addEventListener("input", () => state && drawReplay(Number(at("step").value)));
document.title = words.say("overlay.start.spectator");
choose("table");

const feed = new Feed("spectator", settings.token, draw, live);
feed.start();
setInterval(tick, 250);
addEventListener("resize", () => fit(document.body));
document.fonts.ready.then(() => fit(document.body));
globalThis.kozyr = { draw, faces, words };
document.body.classList.add("able");
