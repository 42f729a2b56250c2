// The start page: an address for every taste, with a preview.

import { make, put } from "./dom.js";
import { EDGES, LANGUAGES, LAYOUTS, PARTS, THEMES, wear, settingsOf } from "./settings.js";
import { loadWords } from "./words.js";

const at = (name) => document.getElementById(name);
const settings = settingsOf(location.search, { width: innerWidth, height: innerHeight });
const wanted = { lang: settings.lang, layout: "wide", theme: "dark", letters: settings.letters, south: "bottom", parts: [...PARTS] };
const ACCENTS = ["#f2b63c", "#4fb3ff", "#ff6f61", "#55c98f", "#c58bff"];
let accent = ACCENTS[0];
let words = null;
let addresses = null;

wear({ ...settings, theme: "dark", parts: PARTS, variables: [] });
await speak();

async function speak() {
  words = await loadWords(wanted.lang, wanted.letters);
  addresses ??= await known();
  document.documentElement.lang = wanted.lang;
  document.title = words.say("overlay.start.title");
  for (const element of document.querySelectorAll("[data-say]")) put(element, words.say(element.dataset.say));
  choices("lang", LANGUAGES, (lang) => ({ uk: "Українська", ru: "Русский", en: "English" })[lang]);
  choices("layout", LAYOUTS, (one) => words.say(`overlay.start.layout.${one}`));
  choices("theme", THEMES, (one) => words.say(`overlay.start.theme.${one}`));
  choices("letters", ["cyrillic", "latin"], (one) => words.say(`overlay.start.letters.${one}`));
  choices("south", EDGES, (one) => words.say(`overlay.start.south.${one}`));
  colours();
  parts();
  show();
}

async function known() {
  try {
    const answer = await fetch("/addresses.json", { cache: "no-store" });
    if (answer.ok) return (await answer.json()).pages;
  } catch {
    // Without the list the pages of this very server are meant.
  }
  return Object.fromEntries(["overlay", "spectator"].map((page) => [page, { here: `${location.origin}/${page}`, network: null }]));
}

function choices(name, values, text) {
  const box = at(`choose-${name}`);
  box.replaceChildren(...values.map((value) => {
    const key = make("button", "choice", { value });
    key.type = "button";
    key.setAttribute("aria-pressed", String(wanted[name] === value));
    put(key, text(value));
    key.addEventListener("click", () => choose(name, value));
    return key;
  }));
}

async function choose(name, value) {
  wanted[name] = value;
  if (name === "lang") wanted.letters = value === "en" ? "latin" : "cyrillic";
  await speak();
}

function colours() {
  at("choose-accent").replaceChildren(...ACCENTS.map((value) => {
    const key = make("button", "choice colour", { value });
    key.type = "button";
    key.style.backgroundColor = value;
    key.setAttribute("aria-label", value);
    key.setAttribute("aria-pressed", String(accent === value));
    key.addEventListener("click", () => {
      accent = value;
      colours();
      show();
    });
    return key;
  }));
}

function parts() {
  at("choose-parts").replaceChildren(...PARTS.map((part) => {
    const key = make("button", "choice", { value: part });
    key.type = "button";
    key.setAttribute("aria-pressed", String(wanted.parts.includes(part)));
    put(key, words.say(`overlay.start.part.${part}`));
    key.addEventListener("click", () => {
      wanted.parts = wanted.parts.includes(part) ? wanted.parts.filter((one) => one !== part) : [...wanted.parts, part];
      parts();
      show();
    });
    return key;
  }));
}

/** The parameters that differ from what a page does without any. */
function query(page) {
  const found = [["lang", wanted.lang]];
  if (page === "overlay") found.push(["layout", wanted.layout]);
  if (wanted.theme !== "dark") found.push(["theme", wanted.theme]);
  if (wanted.letters !== (wanted.lang === "en" ? "latin" : "cyrillic")) found.push(["letters", wanted.letters]);
  if (wanted.south !== "bottom") found.push(["south", wanted.south]);
  const hidden = PARTS.filter((part) => !wanted.parts.includes(part));
  if (page === "overlay" && hidden.length) found.push(["hide", hidden.join(",")]);
  if (accent !== ACCENTS[0]) found.push(["var-accent", accent]);
  return found;
}

function withQuery(address, page) {
  const url = new URL(address);
  for (const [key, value] of query(page)) url.searchParams.set(key, value);
  return url.href.replaceAll("%2C", ",");
}

function show() {
  for (const page of ["overlay", "spectator"]) {
    const known = addresses[page] ?? {};
    const box = at(`${page}-addresses`);
    const lines = [["here", known.here], ["network", known.network]].filter(([, address]) => address);
    box.replaceChildren(...lines.map(([where, address]) => line(where, withQuery(address, page))));
    const frame = at(`${page}-preview`);
    const source = withQuery(`${location.origin}/${page}`, page);
    if (frame.src !== source) frame.src = source;
  }
  at("overlay-frame").dataset.layout = wanted.layout;
}

function line(where, address) {
  const box = make("div", "address", { where });
  put(box.appendChild(make("span", "where")), words.say(`overlay.start.${where}`));
  const link = box.appendChild(make("a", "link"));
  link.href = address;
  link.target = "_blank";
  link.rel = "noreferrer";
  link.textContent = address;
  const key = box.appendChild(make("button", "choice"));
  key.type = "button";
  put(key, words.say("overlay.start.copy"));
  key.addEventListener("click", async () => {
    await navigator.clipboard.writeText(address).catch(() => null);
    put(key, words.say("overlay.start.copied"));
    setTimeout(() => put(key, words.say("overlay.start.copy")), 1500);
  });
  return box;
}
