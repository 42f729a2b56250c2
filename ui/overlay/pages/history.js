// Tricks, calls and the score table of a match, for the spectators' page.

import { face, newCard } from "./card.js";
import { keep, make, mark, part, put, show } from "./dom.js";
import { tricksOf } from "./replay.js";
import { namesOf, sidesOf, signed } from "./score.js";

/** Every trick of the deal, the newest first. */
export function drawTricks(root, state, words) {
  const tricks = [...tricksOf(state)].reverse();
  const none = part(root, "none");
  put(none, words.say("overlay.no-tricks"));
  show(none, tricks.length === 0);
  keep(part(root, "tricks-list"), tricks, (trick) => trick.number, () => make("div", "trick-row"), (row, trick) => {
    mark(row, { trick: trick.number, winner: trick.winner ?? null });
    put(part(row, "number", "span"), trick.number);
    keep(part(row, "plays"), trick.plays ?? [], (play) => play.seat, () => make("div", "play"), (play, one) => {
      mark(play, { seat: one.seat, seq: one.seq, won: trick.winner === one.seat });
      face(play.firstChild ?? play.appendChild(newCard("mini")), one.card, words);
      put(part(play, "who-short"), words.seat(one.seat, true));
    });
    put(part(row, "worth", "span"), trick.winner && trick.points ? `+${trick.points}` : "");
  });
}

/** The auction and what was declared, in words. */
export function drawCalls(root, state, words) {
  const calls = state.calls ?? [];
  const said = (state.declarations ?? []).filter((one) => one.counts !== false);
  show(root, calls.length + said.length > 0);
  told(part(root, "told-calls"), words.say("overlay.calls"), calls, (call) => words.call(call.call), words);
  told(part(root, "told-declarations"), words.say("overlay.declarations"), said, (one) => words.declaration(one.declaration), words);
}

function told(box, title, list, text, words) {
  show(box, list.length > 0);
  put(part(box, "title"), title);
  keep(part(box, "list"), list, (one) => one.seq, () => make("span", "told"), (element, one) => {
    mark(element, { seq: one.seq, seat: one.seat, void: one.stands === false });
    put(part(element, "by", "span"), words.seat(one.seat, true));
    put(part(element, "words", "span"), text(one));
  });
}

/** The match deal by deal. */
export function drawRows(root, state, words) {
  const rows = state.rows ?? [];
  const sides = sidesOf(state);
  root.style.setProperty("--sides", sides.length);
  mark(root, { kind: (state.sheet ?? []).length ? "sheet" : "sides" });
  const none = part(root, "none");
  put(none, words.say("overlay.no-deals"));
  show(none, rows.length === 0 && (state.parties ?? []).length === 0);
  const heads = [["number", words.say("overlay.number")], ["order", words.say("overlay.order")],
    ...sides.map((side) => [side.side, words.word("side", side.side) === side.side ? words.seat(side.side, true) : words.word("side", side.side)])];
  const head = part(root, "row-head");
  show(head, rows.length > 0);
  keep(head, heads, ([key]) => key, () => make("span"), (cell, [, text]) => put(cell, text));
  keep(part(root, "rows"), rows, (row) => row.deal, () => make("details", "deal-row"), (box, row) => drawRow(box, row, sides, state, words));
  drawParties(part(root, "parties"), state, words);
}

function drawRow(box, row, sides, state, words) {
  mark(box, { deal: row.deal, finished: row.finished === true });
  const line = part(box, "row-line", "summary");
  put(part(line, "number", "span"), row.deal);
  const call = row.contract ? words.call(row.contract) : row.finished ? words.say("overlay.no-contract") : "·";
  const doubled = row.doubled > 1 ? ` ${words.word("doubled", row.doubled)}` : "";
  put(part(line, "order", "span"), `${row.declarer ? `${words.seat(row.declarer, true)} ` : ""}${call}${doubled}`);
  for (const side of sides) {
    const cell = part(line, `side-${side.side} figure`, "span");
    const gained = row.score?.[side.side];
    mark(cell, { side: side.side, gain: gained ?? null, total: row.total?.[side.side] ?? null });
    put(part(cell, "sum", "span"), row.annulled ? "×" : sum(row, side.side, words));
    put(part(cell, "plus", "span"), row.finished && gained !== undefined && !row.annulled ? gain(row, side.side, state, words) : "");
  }
  const lines = row.lines ?? [];
  keep(part(box, "lines"), lines, (_, at) => at, () => make("div", "score-line"), (element, one) => {
    const name = namesOf(sides.find((side) => side.side === one.side) ?? { side: one.side }, state, words).join(" · ");
    put(part(element, "whose", "span"), name);
    put(part(element, "what", "span"), words.line(one.what));
    put(part(element, "value", "span"), signed(one.value));
  });
}

function sum(row, side, words) {
  if (!row.finished) return "·";
  if (row.total?.[side] !== undefined) return row.total[side];
  const sheet = (row.sheet ?? []).find((one) => one.side === side);
  if (!sheet) return "";
  const whists = Object.values(sheet.whists ?? {}).reduce((all, one) => all + one, 0);
  return [["pool", sheet.pool], ["mountain", sheet.mountain], ["whists", whists]]
    .filter(([, value]) => value)
    .map(([column, value]) => `${words.say(`overlay.${column}`)} ${signed(value)}`)
    .join(", ") || "0";
}

function gain(row, side, state, words) {
  const tag = (row.bayt ?? []).includes(side) ? words.ofGame("overlay.bayt", state.game) : "";
  return `${signed(row.score[side])}${tag ? ` ${tag}` : ""}`;
}

function drawParties(root, state, words) {
  const over = state.parties ?? [];
  show(root, over.length > 0);
  put(part(root, "title"), words.say("overlay.parties-over"));
  keep(part(root, "list"), over, (_, at) => at, () => make("div", "party"), (element, party) => {
    const written = Object.keys(party.record ?? {}).length ? party.record : party.score ?? {};
    const said = Object.entries(written).map(([side, value]) => `${words.word("side", side) === side ? words.seat(side) : words.word("side", side)} ${value}`);
    mark(element, { winner: party.winner });
    put(element, said.join(" : "));
  });
}
