import { chinaTime } from "~/shared/calendar";
import type { RunState } from "~/shared/job-words";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";

// How a run ended, in the words and states people read, and the log it leaves.

const LONGEST_LINE = 500;

const LONGEST_OUTPUT = 20_000;

export type EndReason = "stopped" | "timed_out" | "closing";

export type Outcome =
  | { kind: "returned"; summary: string | undefined }
  | { kind: "threw"; message: string; error: unknown }
  | { kind: "gone" };

/** After the signal a handler has a little time; then nobody waits for it any more. */
export function givenUp(signal: AbortSignal, ms: number): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => {
      setTimeout(() => resolve({ kind: "gone" }), ms).unref();
    });
  });
}

export function verdict(
  outcome: Outcome,
  reason: EndReason | undefined,
): { state: RunState; summary: string | undefined } {
  const said = outcome.kind === "returned" ? outcome.summary : undefined;
  if (reason === "stopped") return { state: "stopped", summary: said ?? "按要求终止" };
  if (reason === "timed_out") return { state: "timed_out", summary: said ?? "超过允许的时间，已终止" };
  if (reason === "closing" && outcome.kind !== "returned") return { state: "interrupted", summary: "系统停止时中断" };
  if (outcome.kind === "threw") return { state: "failed", summary: outcome.message };
  return { state: reason === "closing" ? "interrupted" : "success", summary: said };
}

/** The people who read a log are told what is worth telling them; the rest stands in the log of the process, under the run. */
export function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  const name = error instanceof Error ? error.name : "Error";
  return `处理程序出错（${name}），详情见系统运行日志`;
}

export function newLog(services: EngineServices) {
  const lines: string[] = [];
  let length = 0;
  return {
    say(line: string) {
      if (length > LONGEST_OUTPUT) return;
      const text = `${chinaTime(services.clock().toISOString()).slice(11, 19)} ${line.slice(0, LONGEST_LINE)}`;
      length += text.length + 1;
      lines.push(length > LONGEST_OUTPUT ? "……（日志过长，其余省略）" : text);
    },
    text: () => lines.join("\n"),
  };
}

export function isFailure(state: RunState): boolean {
  return state === "failed" || state === "timed_out" || state === "interrupted";
}
