import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { RecordTable } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { outside } from "../inbound-coa/batch-coa.rules";
import { type BatchCoa, coaOfBatches } from "../inbound-coa/batch-readings.server";
import {
  askedText,
  JUDGEMENTS,
  type Judgement,
  judgeOf,
  ownJudgeOf,
  type Reading,
} from "../inbound-coa/inbound-coa.rules";

/** Above so many batches only what needs a look is shown of each; the rest stands on the certificate. */
const SHOWN_WHOLE = 30;
const HEADINGS = ["物料", "批号", "检测项目", "单位", "标准", "检测值", "判定", "本厂复检值", "复检判定"];
const TONES = { pass: "done", fail: "refused", missing: "warning" } as const;

const judged = (judgement: Judgement | null, failed: string) =>
  judgement === null
    ? { text: "" }
    : { text: judgement === "fail" ? failed : JUDGEMENTS[judgement], tone: TONES[judgement] };

function needsLook(reading: Reading): boolean {
  return judgeOf(reading) !== "pass" || (reading.own_value !== null && ownJudgeOf(reading) !== "pass");
}

type GoodsReceiptRecord = RecordFor<"receiving/goods-receipt">;

/** What the certificates of a receipt's batches say, beside the verdict on them: a line for each batch, then each value against its limits. */
export function verdictCoa(context: Context, record: GoodsReceiptRecord): Promise<RecordTable[]> {
  return coaTables(context, record, ({ length }) => length <= SHOWN_WHOLE);
}

/** The same on the page and the paper of the receipt, of the values only those that need a look. */
export function receiptCoa(context: Context, record: GoodsReceiptRecord): Promise<RecordTable[]> {
  return coaTables(context, record, () => false);
}

async function coaTables(
  context: Context,
  record: GoodsReceiptRecord,
  showsWhole: (found: readonly BatchCoa[]) => boolean,
): Promise<RecordTable[]> {
  const batches = linesOf(record, "items").map(({ material_id, batch_no }) => ({
    materialId: String(material_id),
    batchNo: typeof batch_no === "string" ? batch_no : null,
  }));
  const [supplierId, factoryId] = [String(record.supplier_id), String(record.factory_id)];
  const found = await coaOfBatches(context, { supplierId, factoryId, batches });
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ materialId }) => materialId))];
  const names = await labelsOf(context, context.services.registry.entity("master-data/material"), ids);
  const nameOf = (id: string) => names.get(id) ?? "";
  const readings = readingsTable(found, nameOf, showsWhole(found));
  return readings === null ? [summary(found, nameOf)] : [summary(found, nameOf), readings];
}

function summary(found: readonly BatchCoa[], nameOf: (id: string) => string): RecordTable {
  return {
    kind: "table",
    title: "批次COA",
    table: {
      caption: "每个批次的COA，没有的写明收货控制是否要求",
      columns: columnsOf(["物料", "批号", "COA", "结论", "超出标准的项目"], []),
      rows: found.map(({ materialId, batchNo, said, coa }) => ({
        id: `${materialId} ${batchNo ?? ""}`,
        cells: [
          { text: nameOf(materialId) },
          { text: batchNo ?? "" },
          coa ? { text: coa.number, href: coa.href } : { text: "" },
          said,
          {
            text: outside(coa?.readings ?? [])
              .map(({ item }) => item)
              .join("、"),
          },
        ],
      })),
    },
  };
}

function readingsTable(
  found: readonly BatchCoa[],
  nameOf: (id: string) => string,
  isWhole: boolean,
): RecordTable | null {
  const rows = found.flatMap(({ materialId, batchNo, coa }) =>
    (coa?.readings ?? [])
      .filter((reading) => isWhole || needsLook(reading))
      .map((reading) => ({
        id: `${coa?.id ?? ""} ${reading.item}`,
        cells: [
          { text: nameOf(materialId) },
          { text: batchNo ?? "" },
          { text: reading.item },
          { text: reading.unit ?? "" },
          { text: askedText(reading) },
          { text: reading.value ?? "" },
          judged(judgeOf(reading), "超出标准"),
          { text: reading.own_value ?? "" },
          judged(ownJudgeOf(reading), "超出标准"),
        ],
      })),
  );
  if (rows.length === 0) return null;
  return {
    kind: "table",
    title: "COA检测值",
    table: {
      caption: isWhole ? "供应商的检测值与标准" : "只列出不合格、未填写和复检不合格的项目，其余见COA",
      columns: columnsOf(HEADINGS, []),
      rows,
    },
  };
}
