// The deal step by step, out of the state alone: every call, declaration and card in order.

const LATE_ROLES = ["declarer", "whister", "half-whister", "passer"];

/** All tricks of a state, the open one last. */
export function tricksOf(state) {
  const closed = state.tricks ?? [];
  const lying = state.trick;
  return lying && !closed.some((trick) => trick.number === lying.number) ? [...closed, lying] : closed;
}

/** [{kind, seat, call | declaration | card, trick}] of a deal, in the order in which it happened. */
export function stepsOf(state) {
  const steps = (state.calls ?? []).map((call) => ({ kind: "call", ...call }));
  const waiting = [...(state.declarations ?? [])];
  for (const trick of tricksOf(state)) {
    for (const play of trick.plays ?? []) {
      while (waiting.length && waiting[0].seq < play.seq) steps.push({ kind: "declaration", ...waiting.shift() });
      steps.push({ kind: "play", trick: trick.number, ...play });
    }
  }
  for (const one of waiting) steps.push({ kind: "declaration", ...one });
  return steps;
}

/** The state as it was after `count` steps. */
export function stateAt(state, count) {
  const taken = stepsOf(state).slice(0, count);
  const plays = taken.filter((step) => step.kind === "play");
  const calls = taken.filter((step) => step.kind === "call");
  const isAuction = plays.length === 0 && calls.length < (state.calls ?? []).length;
  const tricks = dealt(state, plays);
  const closed = tricks.filter((trick) => trick.winner !== null);
  const lying = tricks[tricks.length - 1] ?? null;
  return {
    ...state,
    phase: isAuction ? "auction" : "play",
    turn: null,
    calls,
    declarations: taken.filter((step) => step.kind === "declaration"),
    tricks: closed,
    trick: lying,
    contract: isAuction ? null : state.contract,
    doubled: isAuction ? 1 : state.doubled,
    declarer: isAuction ? null : state.declarer,
    seats: (state.seats ?? []).map((seat) => ({
      ...seat,
      tricks: closed.filter((trick) => trick.winner === seat.seat).length,
      open_hand: [],
      penalty_cards: [],
      roles: (seat.roles ?? []).filter((role) => !isAuction || !LATE_ROLES.includes(role)),
    })),
  };
}

/** The tricks as far as they were played: only a complete one has its winner. */
function dealt(state, plays) {
  const found = [];
  for (const whole of tricksOf(state)) {
    const here = plays.filter((play) => play.trick === whole.number);
    if (!here.length) break;
    const isWhole = here.length === whole.plays.length;
    found.push({ ...whole, plays: here, winner: isWhole ? whole.winner ?? null : null });
  }
  return found;
}
