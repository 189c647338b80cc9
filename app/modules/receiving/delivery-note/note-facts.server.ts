import type { Context } from "~/engine/context.server";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";
import { loadOf, type Note } from "./booking.server";
import { COA_STATUSES, type CoaStatus, coaStatusOf } from "./delivery-note.rules";

const NOTE = "receiving/delivery-note";
const COA = "receiving/inbound-coa";
const STANDARD = "base-data/coa-standard";
/** States before the goods are counted: what they fill is of use to whoever loads and unloads. */
const LOADED = ["draft", "early_asked", "early_released", "submitted", "arrived", "receiving"];
const FULL = 100;

/** Certificates of the batches of notes, as far as a standard of their material asks for one. */
async function certificatesOf(context: Context, ids: readonly string[]) {
  const notes = await unscopedRows(context, NOTE, ["id", "supplier_id"], [where.oneOf("id", ids)]);
  const lines = await unscopedLines(context, {
    entityKey: NOTE,
    lines: "items",
    columns: ["root_id", "material_id", "batch_no"],
    where: [where.oneOf("root_id", ids)],
  });
  const materials = [...new Set(lines.map(({ material_id }) => material_id))];
  const standards = await unscopedRows(
    context,
    STANDARD,
    ["material_id", "supplier_id"],
    [where.oneOf("material_id", materials), where.eq("state", "active"), where.not(where.eq("required_at", "none"))],
  );
  const certificates = await unscopedRows(
    context,
    COA,
    ["id", "number", "supplier_id", "material_id", "batch_no", "state", "auto_result", "final_result"],
    [
      where.oneOf("supplier_id", [...new Set(notes.map(({ supplier_id }) => supplier_id))]),
      where.oneOf("batch_no", [...new Set(lines.flatMap(({ batch_no }) => batch_no ?? []))]),
      where.oneOf("material_id", materials),
    ],
  );
  const supplierOf = new Map(notes.map(({ id, supplier_id }) => [id, supplier_id]));
  return lines.flatMap(({ root_id, material_id, batch_no }) => {
    const supplier = supplierOf.get(root_id) ?? "";
    const isAsked = standards.some(
      (one) => one.material_id === material_id && (one.supplier_id === null || one.supplier_id === supplier),
    );
    const coa = certificates.find(
      (one) => one.supplier_id === supplier && one.material_id === material_id && one.batch_no === batch_no,
    );
    return isAsked || coa ? [{ noteId: root_id, coa: coa ?? null }] : [];
  });
}

/** How far the certificates of these notes have come, by note; none where none is asked for. */
export async function coaStatuses(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { coa_status: CoaStatus | null }>> {
  if (ids.length === 0) return new Map();
  const found = await certificatesOf(context, ids);
  return new Map(
    ids.map((id) => [
      id,
      { coa_status: coaStatusOf(found.filter(({ noteId }) => noteId === id).map(({ coa }) => coa)) },
    ]),
  );
}

/** How full the load makes each vehicle, and how far its certificates have come. */
export async function noteSections(
  context: Context,
  note: Note & { id: string; state: string },
): Promise<OwnSection[]> {
  const status = (await coaStatuses(context, [note.id])).get(note.id)?.coa_status ?? null;
  const sections: OwnSection[] =
    status === null
      ? []
      : [
          {
            kind: "facts",
            title: "COA",
            facts: [
              {
                label: "COA状态",
                text: COA_STATUSES[status],
                tone: status === "whole" ? "done" : status === "bad" ? "refused" : "warning",
              },
            ],
          },
        ];
  return LOADED.includes(note.state) ? [...sections, ...(await loadSection(context, note))] : sections;
}

async function loadSection(context: Context, note: Note): Promise<OwnSection[]> {
  const { volumeM3, weightKg, vehicles } = await loadOf(context, note);
  if (decimal(weightKg).eq(0) || vehicles.length === 0) return [];
  return [
    {
      kind: "table",
      title: "装载测算",
      table: {
        caption: `体积${formatDecimal(volumeM3)}m³，重量${formatDecimal(weightKg)}千克，按物流容积测算`,
        columns: columnsOf(["车型", "预计装载率"], ["预计装载率"]),
        rows: vehicles.map(({ id, name, rate }) => ({
          id,
          cells: [
            { text: name },
            decimal(rate).gt(FULL)
              ? { text: `${formatDecimal(rate)}%，超过车型容量`, tone: "warning" as const }
              : { text: `${formatDecimal(rate)}%` },
          ],
        })),
      },
    },
  ];
}
