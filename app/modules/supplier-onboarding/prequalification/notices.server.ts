import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import type { NoticePage, NoticesPage } from "~/shared/applicant-page";
import { chinaTime } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { prequalification } from "./prequalification.entity";
import { CRITERION_GROUPS } from "./prequalification.rules";

/* What anybody may read of prequalifications that take applications, without signing in. */

const { key } = prequalification;
const TYPE = "master-data/material-type";
const PAGE_SIZE = 20;

/** An instant as people say it: to the minute, in China time. */
const minuteOf = (instant: unknown) => chinaTime(String(instant)).slice(0, "2026-03-02 17:00".length);

/** The prequalification a company registers for. */
export interface Procedure {
  id: string;
  number: string;
  title: string;
  /** China time, for reading. */
  deadline: string;
  isOpen: boolean;
}

const RUNNING = [where.eq("state", "published"), where.coming("deadline", "now")];
const PUBLIC = [...RUNNING, where.eq("mode", "open")];

/** A prequalification while it still takes applications, or null. */
export async function procedureFor(
  context: Context,
  wanted: { id: string } | { number: string },
): Promise<Procedure | null> {
  const own = "id" in wanted ? where.eq("id", wanted.id) : where.eq("number", wanted.number.trim().slice(0, 40));
  const columns = ["id", "number", "title", "deadline", "mode"] as const;
  const [row] = await unscopedRows(context, key, columns, [own, ...RUNNING]);
  return row
    ? {
        id: row.id,
        number: String(row.number),
        title: row.title,
        deadline: minuteOf(row.deadline),
        isOpen: row.mode === "open",
      }
    : null;
}

async function typeNames(context: Context, ids: readonly string[]): Promise<ReadonlyMap<unknown, string>> {
  if (ids.length === 0) return new Map();
  const rows = await unscopedRows(context, TYPE, ["id", "name"], [where.oneOf("id", ids)]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Open prequalifications, those that end first on top. */
async function notices(context: Context, input: unknown): Promise<NoticesPage> {
  const { page } = z.object({ page: z.number().int().min(1).max(50) }).parse(input);
  const columns = ["number", "title", "material_type_id", "deadline"] as const;
  const all = await unscopedRows(context, key, columns, PUBLIC);
  const shown = all
    .sort((a, b) => Date.parse(a.deadline) - Date.parse(b.deadline))
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const names = await typeNames(context, [...new Set(shown.map(({ material_type_id: id }) => id))]);
  return {
    page,
    pages: Math.max(1, Math.ceil(all.length / PAGE_SIZE)),
    rows: shown.map((row) => ({
      number: String(row.number),
      title: row.title,
      category: names.get(row.material_type_id) ?? "",
      deadline: minuteOf(row.deadline),
    })),
  };
}

/** One open prequalification with its conditions, or null: unknown, not public and over are one answer. */
async function notice(context: Context, input: unknown): Promise<NoticePage | null> {
  const { number } = z.object({ number: z.string().max(40) }).parse(input);
  const columns = [
    ...["id", "number", "title", "material_type_id", "notice", "publish_at", "question_deadline", "deadline"],
    ...["valid_to", "qa_notice", "files"],
  ] as const;
  const [row] = await unscopedRows(context, key, columns, [where.eq("number", number), ...PUBLIC]);
  if (!row) return null;
  const names = await typeNames(context, [row.material_type_id]);
  const own = [where.eq("root_id", row.id)];
  const lines = await unscopedLines(context, {
    entityKey: key,
    lines: "criteria",
    columns: ["line_no", "group", "title", "expected"],
    where: own,
  });
  return {
    number: String(row.number),
    title: row.title,
    category: names.get(row.material_type_id) ?? "",
    notice: row.notice,
    publishedAt: minuteOf(row.publish_at),
    questionsUntil: row.question_deadline ? minuteOf(row.question_deadline) : null,
    deadline: minuteOf(row.deadline),
    validTo: row.valid_to,
    answers: row.qa_notice ? row.qa_notice : null,
    hasFiles: Array.isArray(row.files) && row.files.length > 0,
    criteria: lines
      .sort((a, b) => Number(a.line_no) - Number(b.line_no))
      .map(({ group, title, expected }) => ({
        group: CRITERION_GROUPS[group as keyof typeof CRITERION_GROUPS],
        title,
        expected: expected ? expected : "",
      })),
  };
}

/** What the public pages ask. */
export const publicQuestions = { notices, notice };
