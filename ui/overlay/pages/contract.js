// The contract with its doubling, who plays it, the deal, the shown cards and the clock.

import { face, newCard } from "./card.js";
import { keep, mark, part, put, show } from "./dom.js";

/** Draws the contract of a state into `root`. */
export function drawContract(root, state, words) {
  const top = part(root, "bid");
  const chip = part(top, "chip-bid fit");
  const leading = state.contract ? null : leadingBid(state);
  const bid = state.contract ?? leading?.call;
  put(chip, bid ? words.call(bid) : words.word("phase", state.phase));
  mark(root, {
    contract: state.contract ?? null, doubled: state.doubled ?? 1, trump: state.trump ?? null, phase: state.phase,
    declarer: state.declarer ?? null,
  });
  mark(chip, { empty: !bid, leading: leading?.call ?? null });
  const doubled = part(top, "doubled");
  put(doubled, state.doubled > 1 ? words.word("doubled", state.doubled) : "");
  show(doubled, state.doubled > 1);
  const who = part(root, "who");
  const declarer = seatOf(state, leading?.seat ?? state.declarer);
  put(part(who, "name fit"), declarer ? words.name(declarer) : "");
  show(who, Boolean(declarer));
  drawFacts(part(root, "facts"), state, words);
  drawShown(part(root, "shown"), state, words);
}

/** The highest bid while the auction goes on: the last one that stands. */
function leadingBid(state) {
  if (state.phase !== "auction" || state.contract) return null;
  return (state.calls ?? []).findLast((call) => call.stands !== false && /^(\d|misere)/.test(call.call)) ?? null;
}

export function seatOf(state, seat) {
  return seat ? (state.seats ?? []).find((one) => one.seat === seat) ?? null : null;
}

function drawFacts(facts, state, words) {
  const round = part(facts, "round");
  const number = state.trick?.number;
  const said = state.deal ? [words.say("overlay.deal", { deal: state.deal })] : [];
  if (state.phase === "auction" && leadingBid(state)) said.push(words.word("phase", state.phase));
  if (number && state.phase === "play") said.push(words.say("overlay.trick", { number }));
  put(round, said.join(" · "));
  mark(round, { part: "round", deal: state.deal ?? 0 });
  const circle = part(facts, "raspasy");
  put(circle, state.raspasy ? words.say("overlay.raspasy", { circle: state.raspasy }) : "");
  mark(circle, { raspasy: state.raspasy || null });
  show(circle, Boolean(state.raspasy));
  show(part(facts, "clock"), false);
}

/** The shown card of Debertz, the talon of Preferans. */
function drawShown(shown, state, words) {
  const cards = state.turned_up ?? [];
  mark(shown, { part: "talon" });
  show(shown, cards.length > 0);
  put(part(shown, "label"), words.ofGame("overlay.talon", state.game));
  keep(part(shown, "row"), cards, (_, at) => at, () => newCard("small"), (card, code) => face(card, code, words));
}

/** The clock that somebody asked for: `ageMs` milliseconds have passed since the state's last entry. */
export function drawClock(root, state, words, ageMs) {
  const box = part(part(root, "facts"), "clock");
  const clock = state?.clock ?? null;
  mark(box, { part: "clock" });
  if (!clock) {
    show(box, false);
    return;
  }
  const passed = clock.waiting ? 0 : Math.max(0, (state.at_ms ?? 0) - (clock.at_ms ?? state.at_ms ?? 0) + ageMs);
  const left = Math.max(0, Math.ceil((clock.seconds ?? 0) - passed / 1000));
  const seat = seatOf(state, clock.seat);
  mark(box, { left, waiting: Boolean(clock.waiting), seat: clock.seat, low: !clock.waiting && left <= 10 });
  put(part(box, "time"), `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  put(part(box, "name fit"), words.say(clock.waiting ? "overlay.clock-waiting" : "overlay.clock",
    { name: words.name(seat ?? { seat: clock.seat }) }));
  show(box, true);
}
