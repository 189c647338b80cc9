import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { type DroppedFile, droppedFiles } from "~/engine/input/drop-folder.server";
import { tableFile } from "~/engine/input/table-file.server";
import type { JobWork } from "~/engine/jobs/handler.server";
import { notify } from "~/engine/notify/notify.server";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";
import { eventsIn, headComplaint, type RiskRow } from "./risk-rows.rules";

const { key } = riskEvent;
const SUPPLIER = "supplier-management/supplier";
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROWS = 2000;
const MOST_COLUMNS = 30;
/** What a message names of the rows that were refused; the log of the job names all. */
const NAMED = 5;

/** Rows that came together. */
export interface RiskBatch {
  name: string;
  /** @throws AppError("invalid") where the batch cannot be read as a whole */
  rows(): Promise<readonly RiskRow[]>;
  /** Told once when the batch has been read. */
  settle(isWell: boolean): Promise<void>;
}

/** A place that risk events of suppliers come from. */
export interface RiskSource {
  batches(): AsyncIterable<RiskBatch>;
}

/** Tables that a provider leaves in a folder; their columns stand in `docs/interfaces.md`. */
export function folderSource(folder: string, at: () => Date): RiskSource {
  return {
    async *batches() {
      for await (const file of droppedFiles(folder, at)) yield batchOf(file);
    },
  };
}

function batchOf(file: DroppedFile): RiskBatch {
  return {
    name: file.name,
    async rows() {
      const table = await tableFile(await file.read(MOST_BYTES), { rows: MOST_ROWS, columns: MOST_COLUMNS });
      const complaint = headComplaint(table[0] ?? []);
      if (complaint) throw new AppError("invalid", { message: complaint });
      return eventsIn(table);
    },
    settle: (isWell) => file.putAside(isWell),
  };
}

/** One event; an event that is there already is left alone. @returns whether it is new @throws AppError for a row that cannot be taken */
async function take(context: Context, { externalId, supplier, values }: RiskRow): Promise<boolean> {
  if (externalId === "") throw new AppError("invalid", { message: "缺少外部标识" });
  const known = await unscopedRows(context, key, ["id"], [where.eq("external_id", externalId)]);
  if (known.length > 0) return false;
  const named = { uscc: supplier.toUpperCase(), orCode: supplier };
  const [found] = supplier === "" ? [] : await ask(context, SUPPLIER, "listed", named);
  if (!found) throw new AppError("invalid", { message: `找不到「${supplier}」对应的供应商` });
  const screen = context.services.registry.mainScreen(key);
  await createRecord(context, {
    screen,
    values: {
      ...values,
      source: "api",
      external_id: externalId,
      supplier_id: found.id,
      ...(found.buyerId ? { owner_id: found.buyerId } : {}),
    },
  });
  return true;
}

function sentenceOf(error: AppError): string {
  return error.complaints.length > 0 ? error.complaints.map(({ message }) => message).join("；") : error.message;
}

/**
 * Takes what a source has: each row by itself, so that a wrong one keeps no other back, and what was interrupted goes on where it stopped.
 * @returns what came of it; nothing where nothing came
 */
export async function takeRisks({ context, signal, say }: JobWork, source: RiskSource): Promise<string | undefined> {
  let [taken, known, wrong] = [0, 0, 0];
  for await (const batch of source.batches()) {
    if (signal.aborted) break;
    const refused: string[] = [];
    try {
      for (const row of await batch.rows()) {
        if (signal.aborted) return undefined;
        try {
          if (await take(context, row)) taken += 1;
          else known += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refused.push(`第${row.rowNo}行：${sentenceOf(error)}`);
        }
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
    await batch.settle(refused.length === 0);
    if (refused.length === 0) continue;
    wrong += refused.length;
    for (const line of refused) say(`${batch.name} ${line}`);
    const more = refused.length > NAMED ? `；共${refused.length}处，详见任务日志` : "";
    await notify(context, {
      scenario: "risk.file-refused",
      values: { file: batch.name, reason: refused.slice(0, NAMED).join("；") + more },
      toRoles: ["purchase_manager", "qa_manager"],
      path: "/supplier-management/enterprise-risk",
    });
  }
  if (taken + known + wrong === 0) return undefined;
  return `收下${taken}件风险事件，${known}件以前收过${wrong > 0 ? `，${wrong}处有误` : ""}`;
}

/** Takes the files of the folder that is set; nothing where none is. */
export async function takeDroppedRisks(work: JobWork): Promise<string | undefined> {
  const { services } = work;
  const folder = services.riskFolder;
  return folder
    ? takeRisks(
        work,
        folderSource(folder, () => services.clock()),
      )
    : undefined;
}
