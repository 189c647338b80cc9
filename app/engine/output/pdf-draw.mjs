// Draws a print document (app/shared/print-document.ts) on A4 pages. Used by the drawing thread only; the print page draws
// the same document in HTML, so a change of one belongs into the other.
import { setImmediate as others } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { drawable, measuring, wrap } from "./pdf-text.mjs";

const MM = 72 / 25.4;
const MARGIN = { side: 14 * MM, top: 13 * MM, bottom: 17 * MM };
const SIZE = { title: 19, name: 12.5, party: 10.5, text: 9, small: 8, foot: 7.5 };
const LEADING = 1.42;
const INK = "#111111";
const QUIET = "#555555";
const LINE = "#8a929e";
const FAINT = "#d5dae1";
const SHADE = "#eef1f5";
const CODE = 24 * MM;
const PAD = { x: 3.5, y: 2.6 };
const GAP = 9;
const SIGNATURE = 30 * MM;
/** Share of a table's width that a column takes at most before the others have what they need. */
const WIDEST_SHARE = 0.36;
const ROWS_AT_ONCE = 50;

/** @returns the whole file; the same document and date give the same bytes */
export async function drawPdf(document, updatedAt, fonts) {
  const at = new Date(updatedAt);
  const doc = new PDFDocument({
    size: "A4",
    layout: document.landscape ? "landscape" : "portrait",
    margin: 0,
    bufferPages: true,
    font: null,
    lang: "zh-CN",
    displayTitle: true,
    info: {
      Title: drawable(document.foot),
      Author: drawable(document.head.name),
      Creator: "供应商平台",
      CreationDate: at,
      ModDate: at,
    },
  });
  const pieces = [];
  doc.on("data", (piece) => pieces.push(piece));
  const ended = new Promise((resolve, reject) => doc.on("end", resolve).on("error", reject));
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes);
  const paper = paperOf(doc, measuring(doc));
  drawHead(paper, document);
  drawParties(paper, document.parties);
  for (const part of document.parts) {
    if (part.kind === "facts") drawFacts(paper, part);
    else if (part.kind === "timeline") drawTimeline(paper, part);
    else await drawTable(paper, part);
  }
  const signing = document.signatures.length > 0 ? GAP + SIGNATURE : 0;
  drawSums(paper, document, document.clauses.length > 0 ? 0 : signing);
  drawClauses(paper, document.clauses, signing);
  drawSignatures(paper, document.signatures);
  drawFeet(paper, document.foot);
  doc.end();
  await ended;
  return new Uint8Array(Buffer.concat(pieces));
}

/** The place on the page and the few things that are ever drawn on it. */
function paperOf(doc, widthOf) {
  const left = MARGIN.side;
  const right = doc.page.width - MARGIN.side;
  const bottom = doc.page.height - MARGIN.bottom;
  const paper = {
    doc,
    left,
    right,
    bottom,
    width: right - left,
    top: MARGIN.top,
    y: MARGIN.top,
    widthOf,
    wrap: (text, width, size, weight) => wrap(text, width, (sign) => widthOf(sign, size, weight)),
    newPage() {
      doc.addPage();
      paper.y = paper.top;
    },
    /** Goes to the next page when so much does not fit on this one any more. */
    need(height) {
      if (paper.y + height > bottom && paper.y > paper.top) paper.newPage();
    },
    /** One line whose box begins at y; `align` within `width`. */
    line(text, x, y, { size = SIZE.text, weight = "regular", color = INK, align = "start", width = 0 } = {}) {
      if (text === "") return;
      const room = align === "start" ? 0 : width - widthOf(text, size, weight);
      doc.font(weight).fontSize(size).fillColor(color);
      doc.text(text, x + (align === "center" ? room / 2 : room), y + (size * (LEADING - 1)) / 2 - size * 0.16, {
        lineBreak: false,
      });
    },
    lines(texts, x, y, options = {}) {
      const step = (options.size ?? SIZE.text) * LEADING;
      for (const [index, text] of texts.entries()) paper.line(text, x, y + index * step, options);
      return texts.length * step;
    },
    rule(x1, y1, x2, y2, color = LINE) {
      doc.lineWidth(0.5).strokeColor(color).moveTo(x1, y1).lineTo(x2, y2).stroke();
    },
  };
  return paper;
}

function drawHead(paper, { head, title, number, mark, qr }) {
  const { doc, left, right, width } = paper;
  const side = CODE + GAP;
  if (qr)
    doc
      .save()
      .translate(right - CODE, paper.top)
      .scale(CODE / qr.size)
      .path(qr.path)
      .fill(INK)
      .restore();
  let y =
    paper.top +
    paper.lines(paper.wrap(head.name, width - side, SIZE.name, "bold"), left, paper.top, {
      size: SIZE.name,
      weight: "bold",
    });
  for (const { label, text } of head.facts)
    y += paper.lines(paper.wrap(`${label}：${text}`, width - side, SIZE.small), left, y, {
      size: SIZE.small,
      color: QUIET,
    });
  const inner = width - 2 * side;
  y = Math.max(y + 2, paper.top + 18);
  const titles = paper.wrap(title, inner, SIZE.title, "bold");
  y += paper.lines(titles, left + side, y, { size: SIZE.title, weight: "bold", align: "center", width: inner });
  if (number) {
    const texts = paper.wrap(`${number.label}：${number.text}`, inner, SIZE.text);
    y += paper.lines(texts, left + side, y, { align: "center", width: inner });
  }
  if (mark) drawMark(paper, mark, y);
  paper.y = Math.max(y, paper.top + CODE) + GAP;
}

/** What says that the paper binds nobody, boxed beside the title. */
function drawMark(paper, mark, y) {
  const size = SIZE.name;
  const text = drawable(mark);
  const box = paper.widthOf(text, size, "bold") + 14;
  const height = size * LEADING + 4;
  paper.doc
    .lineWidth(1.2)
    .strokeColor(INK)
    .rect(paper.left, y - height, box, height)
    .stroke();
  paper.line(text, paper.left + 7, y - height + 2, { size, weight: "bold" });
}

function drawParties(paper, parties) {
  for (let at = 0; at < parties.length; at += 2) {
    const pair = parties.slice(at, at + 2);
    const width = (paper.width - GAP) / 2;
    const blocks = pair.map((party) => partyLines(paper, party, width - 12));
    const height = Math.max(...blocks.map((block) => block.reduce((sum, line) => sum + line.size * LEADING, 10)));
    paper.need(height);
    for (const [index, block] of blocks.entries()) {
      const x = paper.left + index * (width + GAP);
      paper.doc.lineWidth(0.5).strokeColor(LINE).rect(x, paper.y, width, height).stroke();
      let y = paper.y + 5;
      for (const { text, ...look } of block) {
        paper.line(text, x + 6, y, look);
        y += look.size * LEADING;
      }
    }
    paper.y += height + GAP;
  }
}

function partyLines(paper, { title, name, facts }, width) {
  const of = (text, size, weight, color) =>
    paper.wrap(text, width, size, weight).map((line) => ({ text: line, size, weight, color }));
  return [
    ...of(title, SIZE.small, "regular", QUIET),
    ...of(name, SIZE.party, "bold", INK),
    ...facts.flatMap(({ label, text }) => of(`${label}：${text}`, SIZE.small, "regular", INK)),
  ];
}

function drawHeading(paper, title, following) {
  if (title === "") return;
  const height = SIZE.party * LEADING + 3;
  paper.need(height + following);
  paper.line(drawable(title), paper.left, paper.y, { size: SIZE.party, weight: "bold" });
  paper.y += height;
}

/** Facts two by two; one that is long takes the whole width, one that is longer than the page goes on on the next. */
function drawFacts(paper, { title, facts }) {
  const half = (paper.width - GAP) / 2;
  const labelWidth = Math.min(half * 0.4, Math.max(...facts.map(({ label }) => paper.widthOf(label, SIZE.text))) + 10);
  const rows = [];
  for (const { label, text } of facts) {
    const isLong = paper.widthOf(drawable(text), SIZE.text) > (half - labelWidth) * 1.9;
    const width = (isLong ? paper.width : half) - labelWidth;
    const cell = {
      label: paper.wrap(label, labelWidth - 4, SIZE.text),
      text: paper.wrap(text, width, SIZE.text),
      isLong,
    };
    const last = rows.at(-1);
    if (!isLong && last?.length === 1 && !last[0].isLong) last.push(cell);
    else rows.push([cell]);
  }
  drawHeading(paper, title, 20);
  const step = SIZE.text * LEADING;
  for (const row of rows) {
    const count = Math.max(...row.flatMap((cell) => [cell.label.length, cell.text.length]));
    const most = Math.floor((paper.bottom - paper.top - 4) / step);
    for (let from = 0; from < count; from += most) {
      const until = Math.min(count, from + most);
      paper.need((until - from) * step + 4);
      for (const [index, cell] of row.entries()) {
        const x = paper.left + index * (half + GAP);
        paper.lines(cell.label.slice(from, until), x, paper.y + 2, { color: QUIET });
        paper.lines(cell.text.slice(from, until), x + labelWidth, paper.y + 2);
      }
      paper.y += (until - from) * step + 4;
    }
    paper.rule(paper.left, paper.y, paper.right, paper.y, FAINT);
  }
  paper.y += GAP;
}

const BAR = 5;

/** Bars of what was planned, hollow, above those of what was done, full; a group is torn apart between its rows alone. */
function drawTimeline(paper, { title, timeline }) {
  const { doc, left, right, width } = paper;
  const { caption, planned, actual, days, today, groups } = timeline;
  const step = SIZE.small * LEADING;
  const row = step + 2 * BAR + 6;
  const small = { size: SIZE.small, color: QUIET };
  const place = (at) => left + (width * at) / 100;
  const beside = (text, at, y) => {
    const room = paper.widthOf(drawable(text), SIZE.small);
    const shift = at < 20 ? 0 : at > 80 ? room : room / 2;
    paper.line(drawable(text), place(at) - shift, y, small);
  };
  const upright = (at, from, to, dashed) => {
    doc.lineWidth(0.7).strokeColor(QUIET);
    if (dashed) doc.dash(2, { space: 2 });
    doc.moveTo(place(at), from).lineTo(place(at), to).stroke();
    doc.undash();
  };
  drawHeading(paper, title, 5 * step + row);
  const said = `${caption}：空心为${planned}，实心为${actual}；${days.map(({ text }) => text).join("至")}，虚线为${today.text}`;
  paper.y += paper.lines(paper.wrap(said, width, SIZE.small), left, paper.y, small) + 2;
  for (const { label, note, due, rows } of groups) {
    paper.need(3 * step + row);
    paper.y += paper.lines(paper.wrap(`${label}　${note}`, width, SIZE.small, "bold"), left, paper.y, {
      size: SIZE.small,
      weight: "bold",
    });
    beside(due.text, due.at, paper.y);
    paper.y += step;
    for (const one of rows) {
      paper.need(row);
      const { y } = paper;
      upright(due.at, y, y + row, false);
      upright(today.at, y, y + row, true);
      paper.line(drawable(one.label), left, y, small);
      paper.line(drawable(one.note), left, y, { ...small, align: "end", width: right - left });
      const bar = ({ from, width: long }, top) => doc.rect(place(from), top, (width * long) / 100, BAR);
      if (one.planned)
        bar(one.planned, y + step)
          .lineWidth(0.6)
          .stroke(QUIET);
      if (one.actual) bar(one.actual, y + step + BAR + 1.5).fill(QUIET);
      paper.y += row;
    }
    paper.y += GAP / 2;
  }
}

/** A table whose heads stand on every page; a row is split only when it is longer than a page. */
async function drawTable(paper, { title, columns, rows, totals }) {
  const size = columns.length > 12 ? 7 : SIZE.small;
  const step = size * LEADING;
  const widths = columnWidths(paper, columns, [...rows, ...(totals ? [totals] : [])], size);
  const broken = (texts, weight) =>
    texts.map((text, index) => paper.wrap(text, widths[index] - 2 * PAD.x, size, weight));
  const head = broken(
    columns.map(({ label }) => label),
    "bold",
  );
  const heightOf = (cells) => Math.max(1, ...cells.map((lines) => lines.length)) * step + 2 * PAD.y;
  const draw = (cells, { weight, shade } = {}) => {
    const height = heightOf(cells);
    if (shade) paper.doc.rect(paper.left, paper.y, paper.width, height).fill(SHADE);
    let x = paper.left;
    for (const [index, lines] of cells.entries()) {
      const width = widths[index];
      paper.lines(lines, x + PAD.x, paper.y + PAD.y, {
        size,
        weight,
        align: columns[index].align,
        width: width - 2 * PAD.x,
      });
      paper.doc.lineWidth(0.5).strokeColor(LINE).rect(x, paper.y, width, height).stroke();
      x += width;
    }
    paper.y += height;
  };
  const drawRow = (cells, look) => {
    const room = paper.bottom - paper.top - heightOf(head);
    const most = Math.floor((room - 2 * PAD.y) / step);
    for (let from = 0; from === 0 || cells.some((lines) => lines.length > from); from += most) {
      const piece = cells.map((lines) => lines.slice(from, from + most));
      if (paper.y + heightOf(piece) > paper.bottom) {
        paper.newPage();
        draw(head, { weight: "bold", shade: true });
      }
      draw(piece, look);
    }
  };
  drawHeading(paper, title, heightOf(head) + 2 * step);
  paper.need(heightOf(head) + step + 2 * PAD.y);
  draw(head, { weight: "bold", shade: true });
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await others();
    drawRow(broken(row));
  }
  if (totals) drawRow(broken(totals, "bold"), { weight: "bold" });
  paper.y += GAP;
}

/** Numbers get what they need, texts share what is left by what they hold. */
function columnWidths(paper, columns, rows, size) {
  const widest = (texts, weight) => texts.reduce((most, text) => Math.max(most, longest(paper, text, size, weight)), 0);
  const wanted = columns.map(
    ({ label }, index) =>
      Math.max(
        widest([label], "bold"),
        widest(
          rows.map((row) => row[index]),
          "regular",
        ) * 1.04,
      ) +
      2 * PAD.x +
      1,
  );
  const total = wanted.reduce((sum, width) => sum + width, 0);
  if (total <= paper.width) return wanted.map((width) => (width * paper.width) / total);
  const cap = paper.width * WIDEST_SHARE;
  // What must not be broken if it can be helped: numbers, and the longest word of a text.
  const least = columns.map(({ label, align }, index) => {
    if (align === "end") return wanted[index];
    const words = [label, ...rows.map((row) => row[index])].flatMap((text) =>
      drawable(text).split(/[\s\u2e80-\uffff]+/),
    );
    return Math.min(cap, Math.max(4 * size, widest(words, "bold")) + 2 * PAD.x + 1, wanted[index]);
  });
  const needed = least.reduce((sum, width) => sum + width, 0);
  if (needed >= paper.width) return least.map((width) => (width * paper.width) / needed);
  const wishes = wanted.map((width, index) => Math.max(0, Math.min(width, 2.5 * cap) - least[index]));
  const wished = wishes.reduce((sum, width) => sum + width, 0) || 1;
  return least.map((width, index) => width + ((paper.width - needed) * wishes[index]) / wished);
}

function longest(paper, text, size, weight) {
  return Math.max(
    ...drawable(text)
      .split("\n")
      .map((line) => paper.widthOf(line, size, weight)),
  );
}

/** Keeps `after` points free below on the same page, as the clauses do: nobody signs a page on which nothing else stands. */
function drawSums(paper, { sums, words }, after) {
  if (sums.length === 0 && !words) return;
  const step = SIZE.text * LEADING + 2;
  paper.need((sums.length + (words ? 1 : 0)) * step + after);
  const valueWidth = Math.max(0, ...sums.map(({ text }) => paper.widthOf(text, SIZE.text, "bold"))) + 12;
  for (const { label, text } of sums) {
    paper.line(drawable(label), paper.left, paper.y, { align: "end", width: paper.width - valueWidth, color: QUIET });
    paper.line(drawable(text), paper.left, paper.y, { align: "end", width: paper.width, weight: "bold" });
    paper.y += step;
  }
  if (words) {
    const texts = paper.wrap(`${words.label}：${words.text}`, paper.width, SIZE.text, "bold");
    paper.y += paper.lines(texts, paper.left, paper.y, { weight: "bold" });
  }
  paper.y += GAP;
}

function drawClauses(paper, clauses, after) {
  if (clauses.length === 0) return;
  drawHeading(paper, "约定条款", 2 * SIZE.text * LEADING);
  for (const [index, clause] of clauses.entries()) {
    const texts = paper.wrap(clause, paper.width - 16, SIZE.small);
    const isLast = index === clauses.length - 1;
    paper.need(texts.length * SIZE.small * LEADING + (isLast ? 1.5 + after : 0));
    paper.line(`${index + 1}.`, paper.left, paper.y, { size: SIZE.small });
    paper.y += paper.lines(texts, paper.left + 16, paper.y, { size: SIZE.small }) + 1.5;
  }
  paper.y += GAP;
}

/** Boxes beside each other, never torn apart. */
function drawSignatures(paper, signatures) {
  if (signatures.length === 0) return;
  const height = SIGNATURE;
  const width = (paper.width - GAP * (signatures.length - 1)) / signatures.length;
  paper.need(height);
  for (const [index, title] of signatures.entries()) {
    const x = paper.left + index * (width + GAP);
    paper.doc.lineWidth(0.5).strokeColor(LINE).rect(x, paper.y, width, height).stroke();
    paper.line(drawable(title), x + 6, paper.y + 5, { weight: "bold" });
    const y = paper.y + height - SIZE.text * LEADING - 5;
    paper.line("签字：", x + 6, y);
    paper.line("日期：        年      月      日", x + width / 2, y);
  }
  paper.y += height + GAP;
}

/** On every page: what it is, and which of how many. */
function drawFeet(paper, foot) {
  const { start, count } = paper.doc.bufferedPageRange();
  const look = { size: SIZE.foot, color: QUIET };
  const y = paper.bottom + 14;
  for (let index = 0; index < count; index += 1) {
    paper.doc.switchToPage(start + index);
    paper.rule(paper.left, y - 3, paper.right, y - 3, FAINT);
    const [text = ""] = paper.wrap(foot, paper.width - 90, SIZE.foot);
    paper.line(text, paper.left, y, look);
    paper.line(`第 ${index + 1} 页 / 共 ${count} 页`, paper.left, y, { ...look, align: "end", width: paper.width });
  }
}
