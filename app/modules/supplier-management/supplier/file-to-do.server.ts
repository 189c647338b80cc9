import { screenFor } from "~/engine/operations/scope.server";
import { knownLimit } from "~/engine/parameters.server";
import { listPath } from "~/engine/screen/address";
import { EXPIRY_DAYS } from "~/engine/warnings/listed.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { CERTIFICATE, CHANGE, CORRECTION, IN_USE } from "./file-documents.server";
import {
  type At,
  type Cell,
  type FilePart,
  type FileRow,
  leading,
  leftCell,
  ofSupplier,
  stateCell,
  tableSection,
  textCell,
  valueCell,
} from "./file-part.server";

const DUE = "master-data/type-inspection-due";
/** Changes and corrective actions that are the supplier's to go on with. */
const UNSENT = ["draft", "invited", "returned"];
const UNANSWERED = ["issued", "contained", "returned"];

interface Matter {
  kind: string;
  id: string;
  what: Cell;
  due: string | null;
  way: Cell;
}

/** What the supplier has to do: how much of each kind and by when, then each with its day and the way to it. */
export const toDo: FilePart = {
  facets(at) {
    const soon = addDays(at.today, knownLimit(at.context.services, EXPIRY_DAYS));
    return {
      ending: {
        entity: CERTIFICATE,
        columns: ["certificate_name", "certificate_no", "valid_to"],
        where: ofSupplier(at, where.oneOf("state", IN_USE), where.atMost("valid_to", soon)),
        sort: "valid_to",
      },
      inspections: {
        entity: DUE,
        columns: ["material_id", "due_date"],
        where: ofSupplier(at, where.atMost("due_date", soon)),
        sort: "due_date",
      },
      corrections: {
        entity: CORRECTION,
        columns: ["number", "title", "report_due"],
        where: ofSupplier(at, where.oneOf("state", UNANSWERED)),
        sort: "report_due",
      },
      changes: {
        entity: CHANGE,
        columns: ["number", "section", "due_date", "state"],
        where: ofSupplier(at, where.oneOf("state", UNSENT)),
        sort: "number",
      },
    };
  },
  draw(at, rows) {
    const { context, record } = at;
    const due = typeof record.supplement_due === "string" ? record.supplement_due : null;
    const lacking = typeof record.gaps === "string" ? record.gaps.split("\n") : [];
    const matters: Matter[] = [
      ...lacking.map((line): Matter => {
        const [part = "", missing = ""] = line.split("：");
        return { kind: "待补充资料", id: `gap-${part}`, what: textCell(missing), due, way: wayTo(at, part) };
      }),
      ...rows("changes").map((row): Matter => {
        const section = valueCell(context, CHANGE, "section", row.section).text;
        return {
          kind: "待提交变更",
          id: row.id ?? "",
          what: textCell(`${section}（${stateCell(context, CHANGE, row.state).text}）`),
          due: row.due_date ?? null,
          way: leading(context, CHANGE, row.id, row.number ?? "打开"),
        };
      }),
      ...rows("ending").map(
        (row): Matter => ({
          kind: "即将到期证件",
          id: row.id ?? "",
          what: {
            text: `${row.certificate_name ?? ""} ${row.certificate_no ?? ""}`.trim(),
            ...(String(row.valid_to) < at.today ? { tone: "refused" as const } : {}),
          },
          due: row.valid_to ?? null,
          way: leading(context, CERTIFICATE, row.id, leftCell(at, row.valid_to).text),
        }),
      ),
      ...rows("inspections").map(
        (row): Matter => ({
          kind: "型式检验待提交",
          id: row.id ?? "",
          what: textCell(row.material_id__label),
          due: row.due_date ?? null,
          way: leading(context, DUE, row.id, leftCell(at, row.due_date).text),
        }),
      ),
      ...rows("corrections").map(
        (row): Matter => ({
          kind: "待回复整改",
          id: row.id ?? "",
          what: textCell(row.title),
          due: row.report_due ?? null,
          way: leading(context, CORRECTION, row.id, row.number ?? "打开"),
        }),
      ),
    ];
    if (matters.length === 0) return [];
    return [
      { kind: "facts", first: true, title: "待办", facts: summed(at, matters) },
      {
        ...tableSection(
          "待办事项",
          ["事项", "内容", "期限", "处理"],
          matters.map(
            ({ kind, id, what, due: until, way }): FileRow => [id, textCell(kind), what, textCell(until), way],
          ),
        ),
        first: true as const,
      },
    ];
  },
};

/** How many of each kind there are, and until when the first. */
function summed({ today }: At, matters: readonly Matter[]) {
  const kinds = [...new Set(matters.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = matters.filter((one) => one.kind === kind);
    const [first] = own.flatMap(({ due }) => due ?? []).sort();
    const late = first !== undefined && first < today;
    return {
      label: kind,
      text: `${own.length}项${first === undefined ? "" : `，最早${first}`}`,
      ...(late ? { tone: "refused" as const } : {}),
    };
  });
}

/** Where a part of the file is changed, by how `gapsText` calls it. */
const WAYS: Readonly<Record<string, readonly [entity: string, query: string]>> = {
  基本信息: [CHANGE, "?set=section&value=base"],
  联系人: [CHANGE, "?set=section&value=contact"],
  银行账户: [CHANGE, "?set=section&value=bank"],
  生产基地: [CHANGE, "?set=section&value=site"],
  资质证照: [CERTIFICATE, ""],
};

/** The form in which a part is changed; staff first say whose file it is. */
function wayTo({ context, record, isSupplier }: At, part: string): Cell {
  const [entity, query] = WAYS[part] ?? [];
  const screen = entity && screenFor(context, entity, "add");
  if (!screen) return { text: "" };
  const request = isSupplier ? (query ?? "") : `?set=supplier_id&value=${record.id}`;
  return { text: "去补充", href: `${listPath(screen)}/new${request}` };
}
