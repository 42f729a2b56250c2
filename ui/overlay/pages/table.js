// The table: plates of the players and the trick between them. It explains by moving: a card comes from its seat,
// the winner's card lights up, the trick is swept to its winner.

import { face, newCard } from "./card.js";
import { keep, make, mark, part, put, show } from "./dom.js";

const ORDER = ["S", "W", "N", "E"];
const PLACES = ["bottom", "left", "top", "right"];
const ROLES = ["dealer", "obliged", "declarer", "whister", "half-whister", "passer"];
const FROM = { bottom: [0, 1], left: [-1, 0], top: [0, -1], right: [1, 0] };

/** Draws states into `root`. `moves()` says whether anything may move now. */
export class Table {
  constructor(root, words, south, moves) {
    this.root = root;
    this.words = words;
    this.moves = moves;
    this.turns = PLACES.indexOf(south);
    this.felt = part(root, "felt");
    this.cards = new Map();
    this.at = null;
    this.drawn = false;
  }

  place(seat) {
    return PLACES[(ORDER.indexOf(seat) + this.turns) % 4] ?? "bottom";
  }

  draw(state) {
    const seats = state.seats ?? [];
    keep(this.root, [...seats, null], (seat) => seat?.seat ?? "felt",
      (seat) => (seat ? make("div", "plate") : this.felt), (plate, seat) => seat && this.plate(plate, seat, state));
    mark(this.root, { seats: seats.length, phase: state.phase });
    this.trick(state);
    this.says(state);
    this.drawn = true;
  }

  plate(plate, seat, state) {
    const words = this.words;
    const roles = (seat.roles ?? []).filter((role) => ROLES.includes(role));
    const isPlayed = state.phase === "auction" || state.phase === "play";
    mark(plate, {
      seat: seat.seat, place: this.place(seat.seat), turn: isPlayed && state.turn === seat.seat, out: seat.plays === false,
      tricks: seat.tricks, roles: roles.join(" "), player: seat.player,
    });
    put(part(plate, "name fit"), words.name(seat));
    const facts = part(plate, "facts");
    const chips = roles.map((role) => ({ kind: role, text: words.word("overlay.role", role) }));
    if (state.phase === "play" || state.phase === "deal-over") {
      for (const one of declared(state, seat.seat)) chips.push({ kind: "said", text: words.declaration(one) });
    }
    for (const code of seat.penalty_cards ?? []) {
      chips.push({ kind: "lies", text: words.say("overlay.lies-open", { card: words.cardText(code) }) });
    }
    if (seat.plays === false) chips.push({ kind: "out", text: words.say("overlay.sits-out") });
    const won = part(facts, "won");
    put(won, words.say("overlay.tricks", { tricks: seat.tricks ?? 0 }));
    mark(won, { part: "tricks", tricks: seat.tricks ?? 0 });
    const counts = seat.plays !== false && (state.phase !== "auction" || seat.tricks > 0) && state.deal > 0;
    show(won, counts);
    show(facts, counts || chips.length > 0);
    const box = part(facts, "chips");
    keep(box, chips, (chip, at) => `${chip.kind}${at}`, () => make("span", "chip"), (element, chip) => {
      mark(element, { kind: chip.kind });
      put(element, chip.text);
    });
  }

  /** What each seat has said last, while the auction goes on. */
  says(state) {
    const last = new Map();
    if (state.phase === "auction") {
      for (const call of state.calls ?? []) last.set(call.seat, call);
    }
    const said = [...last.values()];
    const box = part(this.felt, "says");
    mark(box, { part: "auction" });
    keep(box, said, (call) => call.seat, () => make("div", "say"), (bubble, call) => {
      const isNew = bubble.said !== call.seq && bubble.said !== undefined;
      bubble.said = call.seq;
      mark(bubble, { place: this.place(call.seat), call: call.call, by: call.seat, void: call.stands === false });
      put(part(bubble, "words fit"), this.words.call(call.call));
      if (isNew && this.moves()) bubble.animate([{ scale: 0.8 }, { scale: 1 }], { duration: 220, easing: "ease-out" });
    }).forEach((bubble) => this.drawn && this.enters(bubble, 0.35));
  }

  trick(state) {
    const trick = state.trick ?? null;
    const at = trick ? `${state.deal}/${trick.number}` : null;
    if (at !== this.at) this.clear(state);
    this.at = at;
    const plays = trick?.plays ?? [];
    const seen = new Set();
    plays.forEach((play, order) => {
      seen.add(play.seat);
      this.lay(play, order, trick);
    });
    for (const [seat, card] of this.cards) if (!seen.has(seat)) this.drop(seat, card);
    mark(this.felt, { trick: trick?.number ?? null, winner: trick?.winner ?? null, part: "trick" });
  }

  lay(play, order, trick) {
    let card = this.cards.get(play.seat);
    const isNew = !card;
    if (isNew) {
      card = newCard("big");
      this.cards.set(play.seat, card);
    }
    const changed = face(card, play.card, this.words);
    mark(card, { seat: play.seat, seq: play.seq, order: order + 1, place: this.place(play.seat) });
    card.style.zIndex = order + 1;
    const wins = trick.winner === play.seat;
    const lightsUp = wins && card.dataset.winner === undefined;
    mark(card, { winner: wins, beaten: trick.winner && !wins });
    put(part(card, "order"), order + 1);
    if (isNew) {
      this.felt.append(card);
      if (this.drawn) this.enters(card, 1.25);
    } else if (changed && this.moves()) {
      card.animate([{ outlineColor: "var(--danger)", scale: 1.08 }, { scale: 1 }], { duration: 500, easing: "ease-out" });
    }
    if (lightsUp && !isNew && this.moves()) {
      card.animate([{ scale: 1 }, { scale: 1.1 }, { scale: 1.04 }], { duration: 420, easing: "ease-out" });
    }
  }

  enters(element, far) {
    if (!this.moves()) return;
    const [x, y] = FROM[element.dataset.place] ?? [0, 1];
    const steps = { from: `${x * far * 100}% ${y * far * 100}%` };
    element.animate([{ translate: steps.from, opacity: 0 }, { opacity: 1, offset: 0.4 }, { translate: "0 0", opacity: 1 }],
      { duration: 340, easing: "cubic-bezier(.16,.84,.34,1)" });
  }

  /** The trick that lay before leaves for its winner; a card taken back simply goes. */
  clear(state) {
    const [deal, number] = (this.at ?? "").split("/");
    const gone = (state.tricks ?? []).find((trick) => String(trick.number) === number);
    const winner = String(state.deal) === deal ? gone?.winner ?? null : null;
    for (const [seat, card] of this.cards) this.drop(seat, card, winner);
  }

  drop(seat, card, winner = null) {
    this.cards.delete(seat);
    if (!winner || !this.moves()) {
      card.remove();
      return;
    }
    const [x, y] = FROM[this.place(winner)];
    const here = FROM[card.dataset.place];
    mark(card, { seat: null, seq: null, card: null, order: null, winner: null, beaten: null, gone: true });
    card.style.zIndex = 0;
    const away = `${(x - here[0]) * 60 + x * 90}% ${(y - here[1]) * 60 + y * 70}%`;
    card.animate([{ translate: "0 0", scale: 1, opacity: 1 }, { translate: away, scale: 0.45, opacity: 0 }],
      { duration: 430, easing: "ease-in", fill: "forwards" }).onfinish = () => card.remove();
  }
}

function declared(state, seat) {
  return (state.declarations ?? [])
    .filter((one) => one.seat === seat && one.counts !== false)
    .map((one) => one.declaration);
}
