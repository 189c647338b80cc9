import type { Context } from "../context.server";
import { tableFile } from "../input/table-file.server";
import { FILE_TYPES, type OutputFile, pulled } from "../output/output-file.server";
import { sheetFile } from "../output/sheet.server";
import { recordPath } from "../screen/address";
import { checkPeople, logScreen, openBatch, requireImport } from "./batch.server";
import { MOST_COLUMNS, MOST_SYNCED, peopleOf, SYNC_COLUMNS } from "./columns";

export const MOST_BYTES = 2 * 1024 * 1024;

/** @throws AppError("forbidden") */
export function importModel(context: Context, error?: string) {
  requireImport(context);
  return {
    title: "导入人员",
    action: "/user-administration/user-log/import",
    templateHref: "/user-administration/user-log/template",
    cancelHref: "/user-administration/user-log",
    csrf: context.session?.csrf ?? "",
    fileLabel: "人员文件",
    note: "按工号对应账号。空着的单元格不改动原来的内容；密码和角色不能导入。",
    help: `Excel 工作簿（.xlsx）或 CSV，不超过2MB、${MOST_SYNCED}人。第一行是列名。`,
    columns: SYNC_COLUMNS.map(({ labels: [label], help }) => ({ label, help })),
    ...(error ? { error } : {}),
  };
}

/**
 * Reads an uploaded file and checks its people.
 * @returns the id of the batch
 * @throws AppError("forbidden"), AppError("invalid") with a sentence about the file
 */
export async function checkFile(context: Context, bytes: Uint8Array, name: string): Promise<string> {
  requireImport(context);
  const rows = await tableFile(bytes, { rows: MOST_SYNCED, columns: MOST_COLUMNS });
  return checkPeople(context, { people: peopleOf(rows), trigger: "manual", fileName: fileName(name) });
}

/** What people see of a file's name: no path, nothing invisible. */
function fileName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? "").replace(/[^\P{C}]/gu, "").slice(0, 100);
}

/** A workbook with the headings alone. @throws AppError("forbidden") */
export function templateFile(context: Context): OutputFile {
  requireImport(context);
  async function* none() {
    yield [];
  }
  const labels = SYNC_COLUMNS.map(({ labels: [label] }) => label);
  return {
    name: "人员导入模板.xlsx",
    type: FILE_TYPES.xlsx,
    body: pulled(sheetFile("人员", labels, none(), context.now)),
  };
}

/** The question before a batch is carried out. @throws AppError("forbidden" | "not_found") */
export async function runModel(context: Context, id: string) {
  requireImport(context);
  const { record, counts } = await openBatch(context, id);
  const again = ["partial", "failed"].includes(record.state);
  const number = record.number ?? "";
  const facts = again
    ? [{ label: "失败项", text: `${counts.fail} 人` }]
    : [
        { label: "新增账号", text: `${record.insert_count} 个` },
        { label: "更新资料", text: `${record.update_count} 个` },
        { label: "离职冻结", text: `${record.block_count} 个` },
        { label: "无变化", text: `${record.skip_count} 个` },
        { label: "有错误，不执行", text: `${record.fail_count} 个` },
      ];
  return {
    number,
    title: again ? `重跑失败项：${number}` : `执行人员同步：${number}`,
    text: again
      ? "失败的人员组成新的批次重新检查，核对后再执行；原批次不变。"
      : "新账号没有角色和密码，须另行授权，由本人找回或由管理员重置密码。离职人员只冻结、不删除，立即下线。",
    facts,
    submit: again ? "重跑失败项" : record.state === "running" ? "继续执行" : "执行",
    action: `${recordPath(logScreen(context), record.id)}/run`,
    cancelHref: recordPath(logScreen(context), record.id),
    csrf: context.session?.csrf ?? "",
  };
}
