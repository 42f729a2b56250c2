// A card: the face is a picture, its index is text in the letters of the viewer.

import { make, mark, part } from "./dom.js";

const FACES = /^(?:10|[2-9JQKA])[SHDC]$/;

/** A new card; `name` adds classes: "mini" is a card of an index only. */
export function newCard(name = "") {
  const card = make("div", `card ${name}`.trim());
  const index = part(card, "index");
  part(index, "rank");
  part(index, "sign");
  return card;
}

/** Shows `code` on a card; null is a card that nobody has read: its back. Returns whether the card changed. */
export function face(card, code, words) {
  const known = FACES.test(code ?? "") ? code : null;
  const wanted = `${known}|${words.letters}`;
  if (card.faceShown === wanted) return false;
  const changed = card.faceShown !== undefined;
  card.faceShown = wanted;
  mark(card, { card: known ?? "??", red: known !== null && /[HD]$/.test(known), unread: known === null });
  const [rank, sign] = words.card(known) ?? ["?", ""];
  const index = part(card, "index");
  part(index, "rank").textContent = rank;
  part(index, "sign").textContent = sign;
  mark(part(index, "rank"), { wide: rank.length > 1 });
  if (!card.classList.contains("mini")) picture(card, known);
  return changed;
}

function picture(card, known) {
  let art = card.querySelector(":scope > img");
  if (!art) {
    art = make("img", "art");
    art.alt = "";
    art.decoding = "sync";
    card.prepend(art);
  }
  art.src = `/files/faces/${known ?? "back"}.webp`;
}

/** Loads every face before it is needed, so that no card is ever seen without its picture. */
export function loadFaces() {
  const codes = ["back"];
  for (const suit of "SHDC") for (const rank of ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]) codes.push(rank + suit);
  return codes.map((code) => {
    const image = new Image();
    image.src = `/files/faces/${code}.webp`;
    return image;
  });
}
