import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import type { EntityServer, Published, RecordTable, RowLink, TransitionWork } from "~/engine/entity/server-hooks";
import { readHistory } from "~/engine/operations/audit.server";
import { createRecord } from "~/engine/operations/save.server";
import { screenFor } from "~/engine/operations/scope.server";
import { gatherSupplierWarnings } from "~/engine/operations/supplier-warnings.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { chinaTime, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { proposeFreeze } from "../proposed-freeze.server";
import { refreshCompleteness } from "../supplier/refresh-completeness.server";
import { compulsoryTypes } from "./completeness.server";
import { supplierCertificate } from "./supplier-certificate.entity";
import { leftText } from "./supplier-certificate.rules";

type SupplierCertificateRecord = RecordFor<"supplier-management/supplier-certificate">;

const { key, fields } = supplierCertificate;
/** States in which a number is taken: the same certificate is renewed, not filed once more. */
const TAKEN = ["pending", "valid", "renewing", "expired"];

/** The same certificate twice would be watched twice; a renewed one often keeps its number and names the one before. */
async function numberFree(context: Context, record: SupplierCertificateRecord): Promise<Complaint[]> {
  const same = await unscopedRows(
    context,
    key,
    ["id"],
    [
      where.eq("certificate_type", String(record.certificate_type)),
      where.eq("certificate_no", String(record.certificate_no)),
      where.oneOf("state", TAKEN),
      where.not(where.eq("id", record.id)),
    ],
  );
  return same.every(({ id }) => id === record.renews_id)
    ? []
    : [complain("certificate_no", "该证照编号已存在，请使用换证功能")];
}

/** What follows from a transition: the renewed one gives way, the file of the supplier is counted anew. */
async function transitioned({
  context,
  transition,
  before,
  record,
}: TransitionWork<SupplierCertificateRecord>): Promise<void> {
  if (transition === "verify") {
    await giveWay(context, record);
    await gatherSupplierWarnings(context, String(record.supplier_id));
  }
  if (transition === "revoke" && record.revoke_cause === "forged") await followForgery(context, record);
  if (before.state !== record.state && !context.actor.supplierId)
    await refreshCompleteness(context, String(record.supplier_id));
}

const RISK = "supplier-management/risk-event";

/** A forged paper is a high risk at once, and a freeze is proposed. */
async function followForgery(context: Context, record: SupplierCertificateRecord): Promise<void> {
  const { registry } = context.services;
  const system = consequenceOf(context);
  const paper = `${String(record.certificate_name)}（${String(record.certificate_no)}）`;
  const today = dayOf(context.now);
  const risk = await createRecord(system, {
    screen: registry.mainScreen(RISK),
    values: {
      supplier_id: record.supplier_id,
      source: "system",
      category: "abnormal",
      title: `证照造假：${paper}`.slice(0, 100),
      detail: `资质证照${paper}因造假作废。`,
      occurred_on: today,
      probability: "5",
      impact: "5",
      owner_id: context.actor.id,
    },
  });
  await applyTransition(system, { entity: registry.entity(RISK), id: risk.id, name: "confirm" });
  await proposeFreeze(context, "证照造假，请核对并提交冻结单", {
    supplier_id: record.supplier_id,
    source_type: "certificate",
    source_no: String(record.certificate_no).slice(0, 40),
    reason: `资质证照${paper}因造假作废。`,
    effective_from: today,
  });
}

async function giveWay(context: Context, record: SupplierCertificateRecord): Promise<void> {
  if (typeof record.renews_id !== "string") return;
  const replaceable = [where.eq("id", record.renews_id), where.oneOf("state", ["valid", "renewing", "expired"])];
  if ((await unscopedCount(context, key, replaceable)) === 0) return;
  await applyTransition(consequenceOf(context), {
    entity: supplierCertificate,
    id: record.renews_id,
    name: "replace",
    input: { by: record.id },
  });
}

/** So many renewals back and forth are shown. */
const MOST_RENEWALS = 10;

/** The certificates this one follows and those that followed it, the oldest first; itself is one of them. */
async function renewalsOf(
  context: Context,
  record: SupplierCertificateRecord,
): Promise<Readonly<Record<string, unknown>>[]> {
  const columns = [
    "id",
    "certificate_no",
    "issue_date",
    "valid_to",
    "is_long_term",
    "state",
    "renews_id",
    "replaced_by",
    "verified_at",
  ] as const;
  const own = where.eq("supplier_id", String(record.supplier_id));
  const follow = async (next: unknown, way: "renews_id" | "replaced_by") => {
    const found: Readonly<Record<string, unknown>>[] = [];
    for (let id = next; typeof id === "string" && found.length < MOST_RENEWALS; ) {
      const [row] = await unscopedRows(context, key, columns, [where.eq("id", id), own]);
      if (!row) break;
      found.push(row);
      id = row[way];
    }
    return found;
  };
  const before = await follow(record.renews_id, "renews_id");
  return [...before.reverse(), { ...record }, ...(await follow(record.replaced_by, "replaced_by"))];
}

/** The way from the first certificate to the present one, where there is more than one. */
export async function renewalTable(context: Context, record: SupplierCertificateRecord): Promise<RecordTable[]> {
  const rows = await renewalsOf(context, record);
  if (rows.length === 1) return [];
  const screen = screenFor(context, key, "get");
  const { states, tones } = supplierCertificate;
  return [
    {
      kind: "table",
      title: "换证历史",
      table: {
        caption: "从最早的证照到现在的证照",
        columns: columnsOf(["证照编号", "发证日期", "有效期至", "核验时间", "状态"]),
        rows: rows.map((row) => {
          const state = row.state as keyof typeof states & string;
          const id = String(row.id);
          return {
            id,
            cells: [
              {
                text: String(row.certificate_no),
                ...(screen && id !== record.id ? { href: recordPath(screen, id) } : {}),
              },
              { text: String(row.issue_date) },
              { text: row.is_long_term === true ? "长期有效" : String(row.valid_to ?? "") },
              { text: typeof row.verified_at === "string" ? chinaTime(row.verified_at) : "" },
              { text: states?.[state] ?? state, ...(tones?.[state] ? { tone: tones[state] } : {}) },
            ],
          };
        }),
      },
    },
  ];
}

/**
 * Certificate types the rules in force make compulsory, published as `supplier-management/supplier-certificate.compulsory`: for whoever
 * is no supplier yet.
 */
const compulsory: Published = async (context, input) => {
  const wanted = z.object({ supplierType: z.string(), categories: z.array(z.string()) }).parse(input);
  return compulsoryTypes(context, wanted.supplierType, wanted.categories);
};

/** Who looked at it, when, how and what came of it: the decisions of its history. */
const DECISIONS = ["submit", "verify", "reject", "declare_renewal", "revoke", "expire", "replace"];
/** So many entries of the history are gone through. */
const LOOKED_BACK = 100;

/** What was decided about the certificate, the latest first. */
async function verificationTable(context: Context, record: SupplierCertificateRecord): Promise<RecordTable[]> {
  const entries = await readHistory(context, { entity: supplierCertificate, recordId: record.id, limit: LOOKED_BACK });
  const decided = entries.filter(({ action }) => DECISIONS.includes(action));
  if (decided.length === 0) return [];
  const method = (entry: (typeof decided)[number]) =>
    entry.changes.find(({ path }) => path === "verify_method" || path === "revoke_cause")?.toText ?? "";
  return [
    {
      kind: "table",
      title: "核验记录",
      table: {
        caption: "提交、核验和作废的经过",
        columns: columnsOf(["时间", "事项", "经办人", "方式或原因", "说明"]),
        rows: decided.map((entry) => ({
          id: entry.id,
          cells: [chinaTime(entry.at), entry.label, entry.userName, method(entry), entry.reason ?? ""].map((text) => ({
            text,
          })),
        })),
      },
    },
  ];
}

/** The form of a certificate that takes the place of one in use: its facts, without numbers of days and scans. */
async function renewalLinks(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly RowLink[]>> {
  const screen = screenFor(context, key, "add");
  if (!screen) return new Map();
  const renewable = [where.oneOf("id", ids), where.oneOf("state", ["valid", "renewing", "expired"])];
  const rows = await unscopedRows(context, key, ["id"], renewable);
  return new Map(
    rows.map(({ id }) => {
      const request = `copy=${id}&set=renews_id&value=${id}`;
      return [id, [{ label: "换证", href: `${listPath(screen)}/new?${request}` }]];
    }),
  );
}

export const supplierCertificateServer: EntityServer<"supplier-management/supplier-certificate"> = {
  publishes: { compulsory },
  async sections(context, record) {
    return [...(await verificationTable(context, record)), ...(await renewalTable(context, record))];
  },
  rowLinks: renewalLinks,
  async prepare({ context, record, before, set }) {
    if (!before && context.actor.supplierId) set({ origin: "supplier" });
    const { certificate_type } = record;
    if (!record.certificate_name && typeof certificate_type === "string") {
      const { options } = fields.certificate_type;
      set({ certificate_name: kindOf(fields.certificate_type).show(certificate_type, options) });
    }
  },
  async beforeSave({ context, record }) {
    return numberFree(context, record);
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, key, ["id", "valid_to", "state"], [where.oneOf("id", ids)]);
    const today = dayOf(context.now);
    return new Map(
      rows.map(({ id, valid_to, state }) => {
        const counts = valid_to !== null && ["valid", "renewing", "expired"].includes(state);
        return [id, { days_left: counts ? leftText(valid_to, today) : null }];
      }),
    );
  },
  afterTransition: transitioned,
};
