import type { FacetRow } from "~/engine/operations/facets.server";
import { dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { AUDIT, BRAND, CERTIFICATE, CHANGE, CONTRACT, CORRECTION, FREEZE, RISK, SOURCE } from "./file-documents.server";
import {
  type At,
  type FilePart,
  type FileRow,
  leading,
  ofSupplier,
  tableSection,
  textCell,
  valueCell,
} from "./file-part.server";

const ADMISSION = "supplier-management/admission";
const SHOWN = 30;

/** Something that happens to a supplier: which day of which document says so, and in what words. */
interface Milestone {
  entity: string;
  day: string;
  what: string | ((row: FacetRow, at: At) => string);
  /** Fields the words need. */
  of?: readonly string[];
  /** How the document is called where it has no number. */
  title?: string;
  only?: readonly Condition[];
  /** Our own judgement: never the supplier's to read. */
  staffOnly?: true;
}

const named = (entity: string, field: string) => (row: FacetRow, at: At) =>
  valueCell(at.context, entity, field, row[field]).text;

/** A later area that has something to tell adds a line. */
const MILESTONES: readonly Milestone[] = [
  { entity: ADMISSION, day: "created_at", what: "发起准入" },
  { entity: ADMISSION, day: "decided_on", what: "准入批准" },
  { entity: ADMISSION, day: "ended_on", what: "准入结束", only: [where.empty("decided_on")] },
  {
    ...{ entity: CERTIFICATE, day: "created_at", title: "certificate_name", of: ["renews_id"] },
    what: (row) => (row.renews_id ? "更换证照" : "提交证照"),
  },
  {
    entity: BRAND,
    day: "valid_from",
    title: "brand_name",
    what: "取得品牌授权",
    only: [where.oneOf("state", ["valid", "expired"])],
  },
  {
    entity: SOURCE,
    day: "effective_from",
    title: "material_id__label",
    of: ["material_id"],
    what: "开始供货",
    only: [where.not(where.eq("state", "pending"))],
  },
  { entity: SOURCE, day: "ended_on", title: "material_id__label", of: ["material_id"], what: "终止供货" },
  { entity: CONTRACT, day: "signed_on", what: "签署合同" },
  {
    ...{ entity: AUDIT, day: "actual_end", of: ["audit_type", "conclusion"] },
    what: (row, at) => {
      const conclusion = named(AUDIT, "conclusion")(row, at);
      return `${named(AUDIT, "audit_type")(row, at)}${conclusion ? `：${conclusion}` : ""}`;
    },
    only: [where.oneOf("state", ["correcting", "closed"])],
  },
  { entity: CORRECTION, day: "issued_at", what: "下发整改" },
  { entity: CORRECTION, day: "closed_on", what: "整改关闭" },
  {
    ...{ entity: FREEZE, day: "effective_from", of: ["freeze_type"], what: named(FREEZE, "freeze_type") },
    only: [where.oneOf("state", ["effective", "released"])],
  },
  { entity: FREEZE, day: "ended_on", what: "冻结解除" },
  {
    ...{ entity: CHANGE, day: "updated_at", of: ["section"], only: [where.eq("state", "approved")] },
    what: (row, at) => `变更生效：${named(CHANGE, "section")(row, at)}`,
  },
  {
    entity: RISK,
    day: "occurred_on",
    of: ["title"],
    what: (row) => `风险事件：${row.title ?? ""}`,
    only: [where.not(where.oneOf("state", ["new", "ignored"]))],
    staffOnly: true,
  },
];

/** What happened to the supplier, the latest first, from the documents that say so. */
export const timeline: FilePart = {
  facets: (at) =>
    Object.fromEntries(
      MILESTONES.flatMap(({ entity, day, of = [], title, only = [], staffOnly }, index) => {
        if (staffOnly && at.isSupplier) return [];
        const name = title?.replace("__label", "");
        const { number } = at.context.services.registry.entity(entity);
        const columns = [...new Set([day, ...of, ...(name ? [name] : []), ...(number ? ["number"] : [])])];
        return [
          [
            `m${index}`,
            { entity, columns, where: ofSupplier(at, where.set(day), ...only), sort: `-${day}`, limit: SHOWN },
          ],
        ];
      }),
    ),
  draw(at, rows) {
    const { context, record, today } = at;
    const found = MILESTONES.flatMap(({ entity, day, what, title }, index) =>
      rows(`m${index}`).flatMap((row) => {
        const on = row[day];
        if (!on || on > today) return [];
        const called = (title ? row[title] : null) ?? row.number ?? "";
        const text = typeof what === "string" ? what : what(row, at);
        return [{ id: `${index}-${row.id}`, on, text, document: leading(context, entity, row.id, called) }];
      }),
    );
    const made = {
      id: "made",
      on: dayOf(new Date(record.created_at)),
      text: "建立档案",
      document: textCell(""),
    };
    const latest = [...found, made].sort((a, b) => (a.on === b.on ? (a.id < b.id ? 1 : -1) : a.on < b.on ? 1 : -1));
    return [
      tableSection(
        "时间轴",
        ["日期", "事项", "单据"],
        latest
          .slice(0, SHOWN)
          .map(({ id, on, text, document }): FileRow => [id, textCell(on), textCell(text), document]),
      ),
    ];
  },
};
