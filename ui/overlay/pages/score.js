// The score: points of sides, or the pulka of Preferans. Whatever else a game has is shown as plain figures.

import { keep, make, mark, part, put } from "./dom.js";

/** Draws the score of a state into `root`. */
export function drawScore(root, state, words) {
  const isSheet = (state.sheet ?? []).length > 0;
  mark(root, { kind: isSheet ? "sheet" : "sides", winner: state.winner ?? null });
  const head = part(root, "score-head");
  put(part(head, "game", "span"), words.word("game", state.game));
  put(part(head, "extra", "span"), extra(state, words));
  const body = part(root, "score-body");
  if (isSheet) drawSheet(body, state, words);
  else drawSides(body, state, words);
}

function extra(state, words) {
  const said = [];
  if (state.target) said.push(words.say("overlay.target", { target: state.target }));
  if (state.pot) said.push(words.say("overlay.pot", { points: state.pot }));
  return said.join(" · ");
}

/** [names of its players] of a side, or what the side is called. */
export function namesOf(side, state, words) {
  const seats = state.seats ?? [];
  const names = seats.filter((seat) => (side.seats ?? []).includes(seat.seat))
    .map((seat) => words.name(seat));
  return names.length ? names : [words.word("side", side.side)];
}

export function sidesOf(state) {
  const known = state.sides ?? [];
  return known.length ? known : Object.keys(state.score ?? {}).map((side) => ({ side, seats: [side] }));
}

function drawSides(body, state, words) {
  clearOther(body, "sides");
  const box = part(body, "sides");
  const last = [...(state.rows ?? [])].reverse().find((row) => row.finished);
  keep(box, sidesOf(state), (side) => side.side, () => make("div", "side"), (row, side) => {
    const score = (state.score ?? {})[side.side];
    mark(row, { side: side.side, score: score ?? null, winner: state.winner === side.side });
    drawNames(part(row, "names"), namesOf(side, state, words));
    keep(part(row, "tags"), tags(side, state, last, words), (tag) => tag.kind, () => make("span", "tag"), (tag, one) => {
      mark(tag, { kind: one.kind, value: one.value });
      put(tag, one.text);
    });
    const now = (state.points ?? {})[side.side];
    const shown = now !== undefined && (state.phase === "play" || state.phase === "auction") && now !== 0;
    put(part(row, "now"), shown ? `+${now}` : "");
    mark(part(row, "now"), { points: now ?? null });
    put(part(row, "total"), score ?? "");
  });
}

export function drawNames(box, names) {
  keep(box, names, (_, at) => at, () => make("div", "name fit"), (element, name) => put(element, name));
  mark(box, { names: names.length });
}

function tags(side, state, last, words) {
  const found = [];
  const holder = (state.seats ?? []).find((seat) => seat.side === side.side);
  const letters = holder?.letters ?? 0;
  const letter = words.say("overlay.letter");
  if (letters) found.push({ kind: "letters", value: letters, text: letters > 3 ? `${letter}×${letters}` : letter.repeat(letters) });
  const over = state.phase === "deal-over" || state.phase === "match-over";
  if (over && last && (last.bayt ?? []).includes(side.side)) {
    found.push({ kind: "bayt", value: 1, text: words.ofGame("overlay.bayt", state.game) });
  }
  const meeting = (state.meeting ?? {})[side.side];
  const anyParty = Object.values(state.meeting ?? {}).some((wins) => wins > 0);
  if (meeting !== undefined && anyParty) found.push({ kind: "meeting", value: meeting, text: words.say("overlay.parties", { wins: meeting }) });
  const record = (state.record ?? {})[side.side];
  if (record !== undefined && state.winner) found.push({ kind: "record", value: record, text: words.say("overlay.record", { record }) });
  return found;
}

function drawSheet(body, state, words) {
  clearOther(body, "sheet");
  const box = part(body, "sheet", "div");
  const sides = state.sheet.map((row) => row.side);
  box.style.setProperty("--columns", sides.length);
  const heads = [
    ["badge", ""], ["name", ""], ["pool", words.say("overlay.pool")], ["mountain", words.say("overlay.mountain")],
    ...sides.map((side) => [`whists-${side}`, words.seat(side, true)]), ["settlement", words.say("overlay.settlement")],
  ];
  keep(part(box, "line head"), heads, ([key]) => key, () => make("span", "cell"), (cell, [key, text]) => {
    mark(cell, { column: key.split("-")[0] });
    put(cell, text);
  });
  const rows = part(box, "lines");
  keep(rows, state.sheet, (row) => row.side, () => make("div", "line"), (line, row) => drawLine(line, row, sides, state, words));
}

function drawLine(line, row, sides, state, words) {
  const whists = row.whists ?? {};
  const settled = (state.settlement ?? {})[row.side];
  const holder = (state.seats ?? []).find((seat) => seat.side === row.side);
  mark(line, { side: row.side, pool: row.pool, mountain: row.mountain, settlement: settled ?? null,
    winner: state.winner === row.side, long: (holder?.player ?? "").length > 14 });
  const cells = [
    ["badge", words.seat(row.side, true)], ["name", words.name(holder ?? { seat: row.side })], ["pool", row.pool ?? ""], ["mountain", row.mountain ?? ""],
    ...sides.map((side) => [`whists-${side}`, side === row.side ? "–" : whists[side] ?? 0]),
    ["settlement", settled === undefined ? "" : signed(settled)],
  ];
  keep(line, cells, ([key]) => key, ([key]) => make("span", key === "name" ? "cell name fit" : "cell"), (cell, [key, value]) => {
    const [column, on] = key.split("-");
    mark(cell, { column, on: on ?? null, own: value === "–" && on !== undefined });
    put(cell, value);
  });
}

export function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "–");
}

function clearOther(body, name) {
  for (const child of [...body.children]) if (!child.classList.contains(name)) child.remove();
}
