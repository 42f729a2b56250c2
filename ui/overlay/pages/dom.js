// Small tools for changing a page without redrawing it: only what differs is touched, so nothing flickers.

/** A new element: `make("div", "plate", { seat: "S" })`. */
export function make(tag, name = "", data = {}) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  mark(made, data);
  return made;
}

/** Sets data attributes; null or undefined takes one away. */
export function mark(element, data) {
  for (const [key, value] of Object.entries(data)) {
    if (value === null || value === undefined || value === false) {
      if (key in element.dataset) delete element.dataset[key];
    } else if (element.dataset[key] !== String(value)) {
      element.dataset[key] = value;
    }
  }
  return element;
}

const told = new WeakMap();

/** Sets a text; suit signs stand in spans of their own so that they can have their colours. */
export function put(element, text) {
  const wanted = String(text ?? "");
  if (told.get(element) === wanted) return element;
  told.set(element, wanted);
  element.replaceChildren();
  for (const piece of wanted.split(/([♠♥♦♣])/)) {
    if (/^[♠♥♦♣]$/.test(piece)) {
      const sign = make("span", /[♥♦]/.test(piece) ? "suit red" : "suit black");
      sign.textContent = piece;
      element.append(sign);
    } else if (piece) {
      element.append(piece);
    }
  }
  return element;
}

export function show(element, shown) {
  if (element.hidden === shown) element.hidden = !shown;
  return element;
}

/** Keeps children in step with `items`: `key` names each, `born` makes one, `update` fills it. Returns the new ones. */
export function keep(parent, items, key, born, update) {
  const old = new Map();
  for (const child of parent.children) if (child.dataset.key) old.set(child.dataset.key, child);
  const fresh = [];
  let after = null;
  items.forEach((item, at) => {
    const name = String(key(item, at));
    let child = old.get(name);
    old.delete(name);
    if (!child) {
      child = born(item, at);
      child.dataset.key = name;
      fresh.push(child);
    }
    update(child, item, at);
    const place = after ? after.nextElementSibling : parent.firstElementChild;
    if (place !== child) parent.insertBefore(child, place);
    after = child;
  });
  for (const child of old.values()) child.remove();
  return fresh;
}

/** The child of a class, made when it is not there yet. */
export function part(parent, name, tag = "div") {
  const first = name.split(" ")[0];
  for (const child of parent.children) if (child.classList.contains(first)) return child;
  const made = make(tag, name);
  parent.append(made);
  return made;
}

const LEAST = 0.45;

/** Makes the texts of class `fit` as small as they must be to stand whole in their boxes, and no smaller. */
export function fit(root) {
  for (const element of root.querySelectorAll(".fit")) {
    const seen = `${element.textContent}|${element.clientWidth}|${element.clientHeight}|${innerWidth}`;
    if (element.fitted === seen) continue;
    element.style.removeProperty("font-size");
    element.classList.remove("broken");
    const usual = parseFloat(getComputedStyle(element).fontSize);
    let size = usual;
    while (overflows(element) && size > usual * LEAST) {
      size *= 0.94;
      element.style.fontSize = `${size}px`;
    }
    if (overflows(element)) element.classList.add("broken");
    element.fitted = `${element.textContent}|${element.clientWidth}|${element.clientHeight}|${innerWidth}`;
  }
}

function overflows(element) {
  return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
}
