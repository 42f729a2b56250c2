// What the address asks for: ?lang=uk&layout=wide&theme=dark&hide=auction,clock&var-accent=gold&token=…

export const LANGUAGES = ["uk", "ru", "en"];
export const LAYOUTS = ["wide", "vertical"];
export const THEMES = ["dark", "light", "contrast"];
export const PARTS = [
  "score", "contract", "round", "clock", "seats", "trick", "tricks", "auction", "talon", "hands", "ruling", "result",
];
export const EDGES = ["bottom", "left", "top", "right"];
const COLOURS = [
  "accent", "accent-text", "panel", "panel-line", "plate", "felt", "felt-deep", "text", "muted", "danger", "good",
  "red-suit", "black-suit", "card-paper", "card-red", "card-black", "chip",
];
const NUMBERS = { opacity: [0, 1], scale: [0.5, 1], gap: [0, 8] };

function chosen(value, among, otherwise) {
  return among.includes(value) ? value : otherwise;
}

function listed(value) {
  return (value || "").split(",").map((one) => one.trim()).filter((one) => PARTS.includes(one));
}

/** The settings of an address; whatever is not understood is left at its default. */
export function settingsOf(search, viewport) {
  const query = new URLSearchParams(search);
  const lang = chosen(query.get("lang"), LANGUAGES, "uk");
  const tall = viewport.height > viewport.width;
  const shown = query.has("parts") ? listed(query.get("parts")) : PARTS;
  const hidden = listed(query.get("hide"));
  return {
    lang,
    layout: chosen(query.get("layout"), LAYOUTS, tall ? "vertical" : "wide"),
    theme: chosen(query.get("theme"), THEMES, "dark"),
    letters: chosen(query.get("letters"), ["cyrillic", "latin"], lang === "en" ? "latin" : "cyrillic"),
    south: chosen(query.get("south"), EDGES, "bottom"),
    parts: PARTS.filter((part) => shown.includes(part) && !hidden.includes(part)),
    motion: query.get("motion") !== "off",
    ruling: chosen(query.get("ruling"), ["deal", "always"], "deal"),
    token: query.get("token"),
    variables: variables(query),
  };
}

function variables(query) {
  const found = [];
  for (const [key, value] of query) {
    const name = key.startsWith("var-") ? key.slice(4) : "";
    if (COLOURS.includes(name) && CSS.supports("color", value)) found.push([`--${name}`, value]);
    const size = name || key;
    const limits = Object.hasOwn(NUMBERS, size) ? NUMBERS[size] : null;
    if (limits && value.trim() !== "" && Number(value) >= limits[0] && Number(value) <= limits[1]) {
      found.push([`--${size}`, value]);
    }
  }
  return found;
}

/** Puts the settings on the page: attributes that the style sheets look at, colours as variables. */
export function wear(settings, root = document.documentElement) {
  root.lang = settings.lang;
  root.dataset.layout = settings.layout;
  root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion ? "on" : "off";
  for (const part of PARTS) root.classList.toggle(`without-${part}`, !settings.parts.includes(part));
  for (const [name, value] of settings.variables) root.style.setProperty(name, value);
}
