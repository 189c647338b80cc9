import { Graph, layout } from "@dagrejs/dagre";
import { arrowHead, arrowLine, escaped, round, widthOf } from "~/engine/screen/state-diagram.server";

/** A box of a flow: who decides there, and what is known of it. */
export interface FlowBox {
  name: string;
  /** Smaller lines below the name: who decides, how many, by when. */
  lines: readonly string[];
  /** `skipped`: not asked for this document; `faulty`: nobody could decide. */
  mark?: "skipped" | "faulty";
}

/** Boxes of one number stand side by side. */
export interface FlowStage {
  stage: number;
  boxes: readonly FlowBox[];
}

const FONT = 14;
const SMALL = 12;
const LEADING = 5;
const PADDING = 14;
const MARGIN = 12;
const COLOURS = { plain: "#1677ff", end: "#2f9e4f", skipped: "#8a909a", faulty: "#d9362b" } as const;

/**
 * The steps of a flow as an SVG: from whoever submits through each stage to the end. Everything is said by attributes, so that it
 * can stand on a light or a dark ground; the same is said as text for people who do not see it.
 */
export function flowDiagram(title: string, stages: readonly FlowStage[]): string {
  const graph = new Graph({ directed: true });
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 34, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  const rows = [
    [{ id: "start", box: { name: "提交", lines: ["发起人"] }, colour: COLOURS.end }],
    ...stages.map(({ stage, boxes }) =>
      boxes.map((box, index) => ({ id: `${stage}-${index}`, box, colour: COLOURS[box.mark ?? "plain"] })),
    ),
    [{ id: "end", box: { name: "审批通过", lines: ["单据继续办理"] }, colour: COLOURS.end }],
  ];
  for (const { id, box } of rows.flat()) {
    const width = Math.max(widthOf(box.name, FONT), ...box.lines.map((line) => widthOf(line, SMALL))) + 2 * PADDING;
    graph.setNode(id, { width, height: FONT + 2 * PADDING - 6 + box.lines.length * (SMALL + LEADING) });
  }
  for (const [index, row] of rows.entries()) {
    for (const { id } of row) for (const next of rows[index + 1] ?? []) graph.setEdge(id, next.id);
  }
  layout(graph);
  const arrows = graph.edges().map((edge) => {
    const { points = [] } = graph.edge(edge);
    return `<path d="${arrowLine(points)}" stroke="currentColor" stroke-opacity="0.5" stroke-width="1.2"/><path d="${arrowHead(points)}" fill="currentColor" fill-opacity="0.6"/>`;
  });
  const boxes = rows.flat().map(({ id, box, colour }) => boxSvg(box, graph.node(id), colour));
  const { width = 0, height = 0 } = graph.graph();
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}" viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" ${size} fill="none">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description(stages))}</desc>`,
    ...arrows,
    ...boxes,
    "</svg>",
  ].join("\n");
}

const SAID = { skipped: "（不需要）", faulty: "（没有人可以审批）" } as const;

function description(stages: readonly FlowStage[]): string {
  const said = stages.map(({ stage, boxes }) => {
    const steps = boxes.map(({ name, lines, mark }) => `${name}${mark ? SAID[mark] : ""}：${lines.join("，")}`);
    return `步骤${stage}${boxes.length > 1 ? "同时" : ""}：${steps.join("；")}。`;
  });
  return `发起人提交。${said.join("")}全部完成后审批通过。`;
}

function boxSvg(
  { name, lines, mark }: FlowBox,
  { x = 0, y = 0, width, height }: { x?: number; y?: number; width: number; height: number },
  colour: string,
): string {
  const dash = mark === "skipped" ? ' stroke-dasharray="5 4"' : "";
  const left = x - width / 2;
  const top = y - height / 2;
  const first = top + PADDING + FONT - 4;
  const texts = lines.map(
    (line, index) =>
      `<text x="${round(x)}" y="${round(first + (index + 1) * (SMALL + LEADING))}" text-anchor="middle" font-size="${SMALL}" fill="currentColor" fill-opacity="0.8">${escaped(line)}</text>`,
  );
  return [
    `<g${mark ? ` data-mark="${mark}"` : ""}>`,
    `<rect x="${round(left)}" y="${round(top)}" width="${round(width)}" height="${round(height)}" rx="6" stroke="${colour}" stroke-width="1.5"${dash} fill="${colour}" fill-opacity="0.06"/>`,
    `<text x="${round(x)}" y="${round(first)}" text-anchor="middle" font-size="${FONT}" font-weight="600" fill="currentColor">${escaped(name)}</text>`,
    ...texts,
    "</g>",
  ].join("");
}
