import { cpus } from "node:os";
import { ORDERS } from "./data";
import type { Result } from "./measure";

const NAMES: Readonly<Record<string, string>> = {
  hello: "Hono hello",
  bare: "bare React page of the order list",
  "sign-in": "sign-in page",
  list: "order list, 20 rows",
  record: "order record",
  create: "new order (POST)",
  rest: "REST page, 20 rows",
};
const ENGINES = { embedded: "embedded engine", server: "PostgreSQL" };

/** Everything as markdown, for docs/performance.md. */
export function report(results: readonly Result[], seconds: number): string {
  const model = cpus()[0]?.model.trim() ?? "";
  return [
    `${cpus().length} × ${model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${Math.round(seconds)} s in all.`,
    ...results.flatMap(section),
  ].join("\n\n");
}

function section(result: Result): string[] {
  const bare = result.cells.find((cell) => cell.name === "bare")?.perSecond ?? 1;
  const hello = result.cells.find((cell) => cell.name === "hello")?.perSecond ?? 1;
  return [
    `### ${ENGINES[result.engine]}`,
    table(
      ["target", "requests/s", "of the bare page", "of hello", "p50 ms", "p99 ms", "bytes", "brotli"],
      result.cells.map((cell) => [
        NAMES[cell.name] ?? cell.name,
        cell.perSecond.toFixed(0),
        ratio(cell.perSecond / bare),
        ratio(cell.perSecond / hello),
        cell.p50.toFixed(1),
        cell.p99.toFixed(1),
        cell.bytes === 0 ? "–" : String(cell.bytes),
        cell.packed === 0 ? "–" : String(cell.packed),
      ]),
    ),
    `Order list with the database's share taken out (its answers repeated from memory): ${result.replayed.list.toFixed(0)}/s, ${ratio(
      result.replayed.list / result.replayed.bare,
    )} of the bare page in the same rounds. Memory (RSS) after the load: ${result.memory.after} MB, peak ${result.memory.peak} MB.`,
    `Statements per page: ${result.statements.map(({ name, count }) => `${name} ${count}`).join(", ")}.`,
    table(
      [
        `order list over ${ORDERS.toLocaleString("en")} orders`,
        "statements",
        "query p50 ms",
        "slowest",
        "whole page p50 ms",
      ],
      result.deep.map((one) => [
        one.name,
        String(one.statements),
        one.queryMs.toFixed(1),
        one.slowestMs.toFixed(1),
        one.wholeMs.toFixed(1),
      ]),
    ),
  ];
}

function ratio(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toPrecision(2);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
