// The stream of states: whole states only, never an older one over a newer one, reconnecting for ever.

const SILENCE_MS = 3000;
const DEAF_MS = 6000;
const WAITS_MS = [200, 400, 800, 1500];

/** Tells an older state from a newer one, and both from the first state of a restarted server. */
export class Order {
  constructor() {
    this.server = undefined;
    this.revision = -1;
  }

  /** A new connection may lead to a new server: without a name of its own its first state is taken as it is. */
  connected() {
    if (this.server === undefined) this.revision = -1;
  }

  /** Whether a state is news. */
  takes(state) {
    const server = state.server ?? undefined;
    const revision = Number.isFinite(state.revision) ? state.revision : this.revision + 1;
    if (server === this.server && revision <= this.revision) return false;
    this.server = server;
    this.revision = revision;
    return true;
  }
}

/** Listens to /events. `onState(state)` gets each newer state, `onLife(isLive)` whether the table is heard. */
export class Feed {
  constructor(page, token, onState, onLife) {
    const query = new URLSearchParams({ page });
    if (token) query.set("token", token);
    this.address = `/events?${query}`;
    this.onState = onState;
    this.onLife = onLife;
    this.order = new Order();
    this.isLive = null;
    this.heardAt = performance.now();
    this.openedAt = 0;
    this.tries = 0;
    this.ageMs = 0;
    this.agedAt = performance.now();
  }

  start() {
    this.connect();
    setInterval(() => this.watch(), 250);
    addEventListener("online", () => this.again());
  }

  connect() {
    this.source?.close();
    this.source = new EventSource(this.address);
    this.openedAt = performance.now();
    this.source.onopen = () => {
      this.order.connected();
      this.tries = 0;
    };
    this.source.onerror = () => this.again();
    this.source.addEventListener("state", (event) => this.state(event));
    this.source.addEventListener("beat", (event) => this.beat(event));
  }

  /** Closes what there is and connects anew after a moment; the waits grow to a second and a half and stay there. */
  again() {
    this.source?.close();
    if (this.timer) return;
    const wait = WAITS_MS[Math.min(this.tries, WAITS_MS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.connect();
    }, wait);
  }

  state(event) {
    const state = parsed(event.data);
    if (state === null || typeof state !== "object") return;
    this.heardAt = performance.now();
    if (!this.order.takes(state)) return;
    this.ageMs = 0;
    this.agedAt = performance.now();
    this.onState(state);
  }

  beat(event) {
    const beat = parsed(event.data);
    this.heardAt = performance.now();
    if (Number.isFinite(beat?.age_ms)) {
      this.ageMs = beat.age_ms;
      this.agedAt = performance.now();
    }
    this.live(beat?.table !== false);
  }

  /** Milliseconds since the state shown was the newest one. */
  age() {
    return this.ageMs + performance.now() - this.agedAt;
  }

  watch() {
    const silent = performance.now() - this.heardAt;
    if (silent > SILENCE_MS) this.live(false);
    if (silent > DEAF_MS && performance.now() - this.openedAt > DEAF_MS) this.again();
  }

  live(isLive) {
    if (isLive === this.isLive) return;
    this.isLive = isLive;
    this.onLife(isLive);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
