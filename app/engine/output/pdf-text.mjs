// Lines of text on paper: how wide they are and where they break. Used by the drawing thread only.

/** Characters that may not begin a line, and those that may not end one. */
const CLOSING = new Set("、，。．；：？！）》〉」』】〕％…,.;:?!)]}%");
const OPENING = new Set("（《〈「『【〔([{￥¥$");
/** From here on characters are full-width and a line may break beside each. */
const FIRST_WIDE = 0x2e80;
const INVISIBLE = /[^\P{Cc}\n]|\p{Cs}/gu;

/** What can be drawn: no control characters and no halves of characters. */
export function drawable(text) {
  return text.replace(/\r\n?/g, "\n").replace(/\t/g, " ").replace(INVISIBLE, "");
}

/** Measures text in two weights; the width of each character is asked for once. */
export function measuring(doc) {
  const known = { regular: new Map(), bold: new Map() };
  const signWidth = (sign, weight) => {
    let width = known[weight].get(sign);
    if (width === undefined) {
      width = doc.font(weight).fontSize(1000).widthOfString(sign) / 1000;
      known[weight].set(sign, width);
    }
    return width;
  };
  return (text, size, weight = "regular") => {
    let width = 0;
    for (const sign of text) width += signWidth(sign, weight);
    return width * size;
  };
}

/** Breaks text into lines of at most `width`; a word that is longer than a line is cut. */
export function wrap(text, width, widthOf) {
  return drawable(text)
    .split("\n")
    .flatMap((line) => wrapLine([...line], width, widthOf));
}

function wrapLine(signs, width, widthOf) {
  const lines = [];
  let start = 0;
  let end = 0;
  let breakAt = 0;
  let used = 0;
  while (end < signs.length) {
    const next = widthOf(signs[end]);
    if (end > start && mayBreak(signs[end - 1], signs[end])) breakAt = end;
    if (used + next > width && end > start) {
      const cut = breakAt > start ? breakAt : end;
      lines.push(signs.slice(start, cut).join("").trimEnd());
      start = cut;
      end = cut;
      breakAt = cut;
      used = 0;
      continue;
    }
    used += next;
    end += 1;
  }
  lines.push(signs.slice(start).join("").trimEnd());
  return lines;
}

function mayBreak(before, after) {
  if (CLOSING.has(after) || OPENING.has(before)) return false;
  return before === " " || isWide(before) || isWide(after);
}

function isWide(sign) {
  return sign.codePointAt(0) >= FIRST_WIDE;
}
