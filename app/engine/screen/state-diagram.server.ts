import { Graph, layout } from "@dagrejs/dagre";
import { ROLES, roleCodes } from "../access/roles";
import type { AnyEntity, AnyTransition, RoleName, Tone } from "../entity";

/** Transitions that the same people make between the same states. */
interface Step {
  transitions: string[];
  makers: string;
}

/** One arrow: transitions that lead from one state to another in the same way share it. */
export interface Arrow {
  from: string;
  to: string;
  /** `back`: to the state before. `system`: made by no person. */
  kind: "move" | "back" | "system";
  steps: Step[];
}

/** What of a diagram is known about one record. */
export interface Marks {
  /** The state it is in. */
  current?: string;
  /** Steps it has taken, as `from to`. */
  taken?: ReadonlySet<string>;
}

const FONT = 13;
const SMALL = 11;
const LEADING = 4;
const CORNER = 16;
/** Room for the sign of transitions that stay. */
const LOOP = 16;
const BOX_HEIGHT = 34;
const BOX_PADDING = 14;
const MARGIN = 12;
const ARROW_LENGTH = 9;

/** Middle of each tone: readable as a line on white and on black. The page replaces them by its own colours. */
const TONE_COLOURS: Readonly<Record<Tone, string>> = {
  draft: "#6b7280",
  waiting: "#1677ff",
  mine: "#1677ff",
  running: "#2f9e4f",
  done: "#2f9e4f",
  warning: "#c27803",
  refused: "#d9362b",
  closed: "#8a909a",
};

/** Names of the roles that get a transition by default; 系统 where no person makes it. */
export function makersOf(transition: AnyTransition): string {
  if (transition.by === "system") return "系统";
  return transition.by.map(roleLabel).join("、");
}

function roleLabel(role: RoleName): string {
  if (role === "supplier") return "供应商";
  const [code] = roleCodes(role);
  return ROLES.find((one) => one.code === code)?.name ?? role;
}

/** States from which a document can have come into this one: where `previous` leads back to. */
function statesBefore(transitions: readonly AnyTransition[], state: string): string[] {
  const found = transitions.flatMap((transition) =>
    [transition.to, ...(transition.settles ?? []).map((settled) => settled.to)].includes(state)
      ? transition.from.filter((from) => from !== state)
      : [],
  );
  return [...new Set(found)];
}

/** All arrows of a definition, in the order of its transitions. A transition that keeps the state leads from it to itself. */
export function arrowsOf(entity: AnyEntity): Arrow[] {
  const transitions = Object.values<AnyTransition>(entity.transitions ?? {});
  const arrows = new Map<string, Arrow>();
  const add = ({
    from,
    to,
    kind,
    transition,
    makers = makersOf(transition),
  }: {
    from: string;
    to: string;
    kind: Arrow["kind"];
    transition: AnyTransition;
    makers?: string;
  }) => {
    const key = `${from} ${to} ${kind}`;
    const arrow = arrows.get(key) ?? { from, to, kind, steps: [] };
    arrows.set(key, arrow);
    const step = arrow.steps.find((one) => one.makers === makers);
    if (step) step.transitions.push(transition.label);
    else arrow.steps.push({ transitions: [transition.label], makers });
  };
  for (const transition of transitions) {
    const kind = transition.by === "system" ? ("system" as const) : ("move" as const);
    for (const from of transition.from) {
      const to = transition.to === "same" ? from : transition.to;
      if (to === "previous")
        for (const before of statesBefore(transitions, from)) add({ from, to: before, kind: "back", transition });
      else add({ from, to, kind, transition });
      const settled = new Set(
        (transition.settles ?? []).map((one) => one.to).filter((one) => one !== to && one !== from),
      );
      for (const end of settled)
        add({ from, to: end, kind, transition, makers: `${makersOf(transition)}，达到条件时` });
    }
  }
  return [...arrows.values()];
}

/** Roughly how wide a text is drawn: Chinese signs are square, others a little more than half as wide. */
export function widthOf(text: string, size: number): number {
  const wide = [...text].filter((sign) => /[\u2e80-\uffef·]/.test(sign)).length;
  return Math.ceil((wide + ([...text].length - wide) * 0.58) * size);
}

/** Text as it may stand inside SVG. */
export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** A coordinate with one decimal. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

interface Point {
  x: number;
  y: number;
}

/** What is written beside an arrow, or below the name of a state: a line for the transitions, a smaller one for who makes them. */
function linesOf({ steps }: Pick<Arrow, "steps">): { text: string; size: number }[] {
  return steps.flatMap(({ transitions, makers }) => [
    { text: transitions.join("、"), size: FONT },
    { text: makers, size: SMALL },
  ]);
}

function sizeOf(lines: readonly { text: string; size: number }[]): { width: number; height: number } {
  return {
    width: Math.max(0, ...lines.map(({ text, size }) => widthOf(text, size))),
    height: lines.reduce((sum, { size }) => sum + size + LEADING, 0),
  };
}

/** Lines of text below each other, from the left upper corner. */
function textSvg(lines: readonly { text: string; size: number }[], corner: Point): string {
  let y = corner.y;
  return lines
    .map(({ text, size }) => {
      y += size + LEADING;
      const quiet = size === SMALL ? ' fill-opacity="0.75"' : "";
      return `<text x="${round(corner.x)}" y="${round(y - LEADING)}" font-size="${size}" fill="currentColor"${quiet}>${escaped(text)}</text>`;
    })
    .join("");
}

/** Where everything of a definition lies. Nothing of a record plays a part, and finding it takes most of the time of a page. */
const placed = new WeakMap<AnyEntity, ReturnType<typeof place>>();

function placedOnce(entity: AnyEntity): ReturnType<typeof place> {
  const known = placed.get(entity) ?? place(entity);
  placed.set(entity, known);
  return known;
}

function place(entity: AnyEntity) {
  const states: Readonly<Record<string, string>> = entity.states ?? {};
  const all = arrowsOf(entity);
  const arrows = all.filter(({ from, to }) => from !== to);
  const graph = new Graph({ directed: true, multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 26, ranksep: 34, edgesep: 10, marginx: MARGIN, marginy: MARGIN });
  const boxes = Object.entries(states).map(([state, label]) => {
    const loops = linesOf({
      steps: all.filter(({ from, to }) => from === state && to === state).flatMap(({ steps }) => steps),
    });
    const inner = sizeOf(loops);
    const width = Math.max(widthOf(label, FONT + 1), inner.width + (loops.length > 0 ? LOOP : 0)) + 2 * BOX_PADDING;
    graph.setNode(state, { width, height: BOX_HEIGHT + (loops.length > 0 ? inner.height + LEADING : 0) });
    return { state, label, loops };
  });
  for (const [position, arrow] of arrows.entries()) {
    graph.setEdge(
      arrow.from,
      arrow.to,
      { ...sizeOf(linesOf(arrow)), labelpos: "r" as const, labeloffset: 7 },
      String(position),
    );
  }
  layout(graph);
  return { states, all, arrows, boxes, graph };
}

/**
 * The states of a document and the transitions between them as an SVG. Everything is said by attributes, so that it can stand in a page
 * without a style of its own, in a file, and on a light or a dark ground. The same definition gives the same text.
 */
export function stateDiagram(entity: AnyEntity, marks: Marks = {}): string {
  const { states, all, arrows, boxes, graph } = placedOnce(entity);
  const drawn = arrows.map((arrow, position) => {
    const edge = graph.edge(arrow.from, arrow.to, String(position));
    return arrowSvg(arrow, edge.points ?? [], { x: edge.x ?? 0, y: edge.y ?? 0 }, marks);
  });
  const frames = boxes.map((box) => {
    const { x, y, width, height } = graph.node(box.state);
    const frame = { x: (x ?? 0) - width / 2, y: (y ?? 0) - height / 2, width, height };
    return boxSvg(entity, box, frame, marks.current === box.state);
  });
  const { width = 0, height = 0 } = graph.graph();
  const title = `${entity.label}的状态和操作`;
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" ${size} fill="none">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description(states, all, marks))}</desc>`,
    ...drawn,
    ...frames,
    "</svg>",
  ].join("\n");
}

/** The same as the picture, for people who do not see it. */
function description(states: Readonly<Record<string, string>>, arrows: readonly Arrow[], { current }: Marks): string {
  const here = current === undefined ? "" : `当前状态：${states[current] ?? current}。`;
  return (
    here +
    arrows
      .map(({ from, to, steps }) => {
        const said = steps.map(({ transitions, makers }) => `${transitions.join("、")}（${makers}）`).join("，");
        return `${states[from]} → ${states[to]}：${said}。`;
      })
      .join("")
  );
}

interface Frame extends Point {
  width: number;
  height: number;
}

function boxSvg(
  entity: AnyEntity,
  { state, label, loops }: { state: string; label: string; loops: readonly { text: string; size: number }[] },
  frame: Frame,
  isCurrent: boolean,
): string {
  const tones: Readonly<Record<string, Tone | undefined>> = entity.tones ?? {};
  const tone = tones[state] ?? "draft";
  const colour = TONE_COLOURS[tone];
  const { x, y, width, height } = frame;
  const corner = { x: x + BOX_PADDING + LOOP, y: y + BOX_HEIGHT - 2 };
  return [
    `<g data-state="${escaped(state)}" data-tone="${tone}"${isCurrent ? ' data-current=""' : ""}>`,
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="6" stroke="${colour}" stroke-width="${isCurrent ? 3 : 1.5}" fill="${colour}" fill-opacity="${isCurrent ? 0.18 : 0.06}"/>`,
    `<text x="${round(x + width / 2)}" y="${round(y + BOX_HEIGHT / 2 + 5)}" text-anchor="middle" font-size="${FONT + 1}" font-weight="600" fill="currentColor">${isCurrent ? "● " : ""}${escaped(label)}</text>`,
    ...(loops.length > 0 ? [loopSvg({ x: x + BOX_PADDING - 2, y: corner.y + 4 }), textSvg(loops, corner)] : []),
    "</g>",
  ].join("");
}

/** The arrow of transitions that stay in the state, beside their names inside the box. */
function loopSvg({ x, y }: Point): string {
  const arc = `M${round(x + 8)} ${round(y + 1)}A5 5 0 1 0 ${round(x + 10)} ${round(y + 6)}`;
  const tip = `M${round(x + 5.5)} ${round(y - 2)}L${round(x + 10.5)} ${round(y + 0.5)}L${round(x + 6)} ${round(y + 4)}Z`;
  return `<path d="${arc}" stroke="currentColor" stroke-opacity="0.6" stroke-width="1.2"/><path d="${tip}" fill="currentColor" fill-opacity="0.6"/>`;
}

const DASHES: Readonly<Record<Arrow["kind"], string>> = {
  move: "",
  back: ' stroke-dasharray="7 4"',
  system: ' stroke-dasharray="2 4"',
};

function arrowSvg(arrow: Arrow, points: readonly Point[], middle: Point, marks: Marks): string {
  const taken = marks.taken?.has(`${arrow.from} ${arrow.to}`) ?? false;
  const lines = linesOf(arrow);
  const { width, height } = sizeOf(lines);
  return [
    `<g data-kind="${arrow.kind}"${taken ? ' data-taken=""' : ""}>`,
    `<path d="${arrowLine(besideLabel(points, middle.y, height))}" stroke="currentColor" stroke-opacity="${taken ? 1 : 0.45}" stroke-width="${taken ? 2.4 : 1.2}"${DASHES[arrow.kind]}/>`,
    `<path d="${arrowHead(points)}" fill="currentColor" fill-opacity="${taken ? 1 : 0.6}"/>`,
    textSvg(lines, { x: middle.x - width / 2, y: middle.y - height / 2 - LEADING / 2 }),
    "</g>",
  ].join("");
}

/** Leads the line straight down, or up, beside its label instead of bending in the middle of it. */
function besideLabel(points: readonly Point[], y: number, height: number): Point[] {
  const at = points.findIndex((point) => Math.abs(point.y - y) < 1);
  const bend = points[at];
  const first = points[0];
  if (!bend || !first || at === 0 || at === points.length - 1) return [...points];
  const half = Math.sign(bend.y - first.y || 1) * (height / 2);
  const straight = [
    { x: bend.x, y: bend.y - half },
    { x: bend.x, y: bend.y + half },
  ];
  return [...points.slice(0, at), ...straight, ...points.slice(at + 1)];
}

/** A line through its points with rounded corners. */
export function arrowLine(points: readonly Point[]): string {
  const parts = points.map((point, position) => {
    const before = points[position - 1];
    const after = points[position + 1];
    if (!before) return `M${round(point.x)} ${round(point.y)}`;
    if (!after) return `L${round(point.x)} ${round(point.y)}`;
    const start = towards(point, before);
    const end = towards(point, after);
    return `L${round(start.x)} ${round(start.y)}Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`;
  });
  return parts.join("");
}

/** A point on the way to another, at most a corner's radius away. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(CORNER, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** The head of an arrow, drawn rather than referred to: a marker needs an id of its own in every page. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return "";
  const length = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const along = { x: ((tip.x - before.x) / length) * ARROW_LENGTH, y: ((tip.y - before.y) / length) * ARROW_LENGTH };
  const one = { x: tip.x - along.x - along.y * 0.4, y: tip.y - along.y + along.x * 0.4 };
  const other = { x: tip.x - along.x + along.y * 0.4, y: tip.y - along.y - along.x * 0.4 };
  return `M${round(tip.x)} ${round(tip.y)}L${round(one.x)} ${round(one.y)}L${round(other.x)} ${round(other.y)}Z`;
}
