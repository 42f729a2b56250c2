// What is told below: open hands, how a deal or a match ended, and the judge's last accepted ruling.

import { face, newCard } from "./card.js";
import { seatOf } from "./contract.js";
import { keep, make, mark, part, put, show } from "./dom.js";
import { namesOf, sidesOf, signed } from "./score.js";

/** Hands that lie open for all to see. */
export function drawHands(root, state, words) {
  const over = state.phase === "deal-over" || state.phase === "match-over";
  const open = over ? [] : (state.seats ?? []).filter((seat) => (seat.open_hand ?? []).length > 0);
  show(root, open.length > 0);
  keep(root, open, (seat) => seat.seat, () => make("div", "hand"), (hand, seat) => {
    mark(hand, { hand: seat.seat });
    put(part(hand, "name fit"), words.say("overlay.open-hand", { name: words.name(seat) }));
    keep(part(hand, "row"), seat.open_hand, (code) => code, () => newCard("mini"), (card, code) => face(card, code, words));
  });
}

/** The ruling in force. `always` keeps it longer than until the next deal is played. */
export function drawRuling(root, state, words, always) {
  const ruling = state.ruling ?? null;
  const isFresh = ruling && (always || !(ruling.deal < state.deal - 1)
    && !(ruling.deal < state.deal && state.phase === "play" && (state.tricks ?? []).length > 0));
  show(root, Boolean(isFresh));
  if (!isFresh) {
    mark(root, { seq: null, law: null, seat: null });
    return;
  }
  const seat = seatOf(state, ruling.seat);
  mark(root, { seq: ruling.seq, law: ruling.law, seat: ruling.seat, remedy: ruling.remedy });
  put(part(root, "title"), words.say("overlay.ruling"));
  const name = words.name(seat ?? { seat: ruling.seat });
  put(part(root, "what fit"), `${capital(words.offence(ruling.offence, ruling.law))}: ${name}`);
  const fine = Number.isFinite(ruling.points) ? ` (${ruling.points})` : "";
  put(part(root, "then fit"), `${words.word("remedy", ruling.remedy)}${fine}${ruling.law ? ` · ${ruling.law}` : ""}`);
}

export function capital(text) {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** How the deal ended, and who has won. */
export function drawResult(root, state, words) {
  const over = state.phase === "deal-over" || state.phase === "match-over";
  const row = over ? (state.rows ?? []).find((one) => one.deal === state.deal) : null;
  const winner = state.winner ?? null;
  show(root, Boolean(row || (winner && over)));
  mark(root, { winner, deal: row ? row.deal : null });
  if (!row && !(winner && over)) return;
  const title = part(root, "title");
  const side = winner && over ? sidesOf(state).find((one) => one.side === winner) ?? { side: winner, seats: [winner] } : null;
  put(title, side ? words.say("overlay.won") : words.say("overlay.deal-over", { deal: state.deal }));
  const names = part(root, "winner fit");
  put(names, side ? namesOf(side, state, words).join(" · ") : "");
  show(names, Boolean(side));
  keep(part(root, "gains"), row ? gains(row, state, words) : [], (one) => one.side, () => make("div", "gain"), (line, one) => {
    mark(line, { side: one.side, gain: one.gain });
    put(part(line, "name fit", "span"), one.name);
    put(mark(part(line, "figure", "span"), { long: one.text.length > 12 }), one.text);
  });
}

function gains(row, state, words) {
  if (row.annulled) return [{ side: "", gain: "annulled", name: words.say("overlay.annulled"), text: "" }];
  return sidesOf(state).map((side) => {
    const bayt = (row.bayt ?? []).includes(side.side);
    const tag = bayt ? words.ofGame("overlay.bayt", state.game) : "";
    const gained = row.score?.[side.side];
    const text = gained === undefined ? sheetGain(row, side.side, words) : `${signed(gained)}${tag ? ` ${tag}` : ""}`;
    return { side: side.side, gain: gained ?? "", name: namesOf(side, state, words).join(" · "), text };
  });
}

/** What a deal of Preferans wrote for one player. */
function sheetGain(row, side, words) {
  const sheet = (row.sheet ?? []).find((one) => one.side === side);
  if (!sheet) return "";
  const whists = Object.values(sheet.whists ?? {}).reduce((sum, one) => sum + one, 0);
  const said = [["pool", sheet.pool], ["mountain", sheet.mountain], ["whists", whists]]
    .filter(([, value]) => value)
    .map(([column, value]) => `${words.say(`overlay.${column}`)} ${signed(value)}`);
  return said.join(" · ") || "0";
}
