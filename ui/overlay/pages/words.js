// Notation into words: the texts come from the server, whatever has none is shown as it stands.

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CYRILLIC = { A: "Т", K: "К", Q: "Д", J: "В" };
const BID = /^(\d{1,2})([SHDCNA])(?: (capo|capo-hand))?$/;

/** Words of one language. `letters` says how courts are written: "cyrillic" or "latin". */
export class Words {
  constructor(texts, letters) {
    this.texts = texts;
    this.letters = letters;
  }

  knows(key) {
    return Object.hasOwn(this.texts, key);
  }

  say(key, values = {}) {
    if (!this.knows(key)) return key.slice(key.lastIndexOf(".") + 1);
    return this.texts[key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /** The text under `family.word`, or the word itself. */
  word(family, word) {
    const key = `${family}.${word}`;
    return this.knows(key) ? this.texts[key] : String(word ?? "");
  }

  /** An offence in the words of the game whose law row judges it; what is only in the catalogue by the row's own words. */
  offence(offence, law) {
    const row = String(law ?? "");
    const own = `offence.${offence}.${row.split("-")[0]}`;
    if (this.knows(own)) return this.texts[own];
    if (this.knows(`offence.${offence}`)) return this.texts[`offence.${offence}`];
    return this.knows(`law.${row}`) ? this.texts[`law.${row}`].split(/[:.](?:\s|$)/)[0] : row || String(offence ?? "");
  }

  /** A text that one game may have in words of its own. */
  ofGame(key, game, values = {}) {
    return this.say(this.knows(`${key}.${game}`) ? `${key}.${game}` : key, values);
  }

  rank(rank) {
    return this.letters === "cyrillic" ? CYRILLIC[rank] ?? rank : rank;
  }

  /** ["10", "♥"] of a card in notation; null for one that nobody has read or that is no card. */
  card(code) {
    const rank = code ? code.slice(0, -1) : "";
    const sign = code ? SIGNS[code.slice(-1)] : undefined;
    return sign && /^(10|[2-9JQKA])$/.test(rank) ? [this.rank(rank), sign] : null;
  }

  cardText(code) {
    const parts = this.card(code);
    return parts ? parts.join("") : code && code !== "??" ? code : "?";
  }

  seat(seat, short = false) {
    return this.word(short ? "seat.short" : "seat", seat);
  }

  /** What a player is called: by the seat where nobody named the player. */
  name(seat) {
    return seat.player && seat.player !== seat.seat ? seat.player : this.seat(seat.seat);
  }

  denomination(letter) {
    return SIGNS[letter] ?? this.word("denomination", letter);
  }

  /** A call or a contract: 14♠, 13 БК, 25♠ капо, пас, мізер, 7♥. */
  call(call) {
    const text = String(call ?? "");
    const bid = BID.exec(text);
    if (bid) {
      const [, level, letter, extra] = bid;
      const name = `${level}${SIGNS[letter] ? "" : " "}${this.denomination(letter)}`;
      return extra ? `${name} ${this.word("call", extra)}` : name;
    }
    if (this.knows(`call.${text}`)) return this.texts[`call.${text}`];
    if (SIGNS[text]) return SIGNS[text];
    const [kind, ...rest] = text.split(" ");
    if (rest.length && this.knows(`call.${kind}`)) {
      return `${this.texts[`call.${kind}`]} ${rest.map((one) => this.said(one)).join(" ")}`;
    }
    return text;
  }

  said(part) {
    if (this.knows(`seat.${part}`)) return this.seat(part);
    return this.card(part) ? this.cardText(part) : this.call(part);
  }

  /** A declaration: терц К♥, рамки В, бела ♥. */
  declaration(text) {
    const [kind, top] = String(text ?? "").split(" ");
    const name = this.word("declaration", kind);
    if (!top) return name;
    if (SIGNS[top]) return `${name} ${SIGNS[top]}`;
    return `${name} ${this.card(top) ? this.cardText(top) : this.rank(top)}`;
  }

  /** What a score line is for: "pool:made" and "contract" alike. */
  line(what) {
    const parts = String(what ?? "").split(":");
    const why = parts[parts.length - 1];
    const name = this.knows(`line.${why}`) ? this.texts[`line.${why}`] : this.word("score", why);
    if (parts.length < 2) return name;
    const column = this.knows(`overlay.${parts[0]}`) ? this.say(`overlay.${parts[0]}`) : parts[0];
    return `${column}${parts.length > 2 ? ` ${this.seat(parts[1], true)}` : ""}: ${name}`;
  }
}

/** Asks for the words of a language until they come. */
export async function loadWords(lang, letters) {
  for (let wait = 250; ; wait = Math.min(wait * 2, 3000)) {
    try {
      const answer = await fetch(`/words/${lang}.json`, { cache: "no-store" });
      if (answer.ok) return new Words(await answer.json(), letters);
    } catch {
      // The server is away: ask again.
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}
