import { ACTIONS, may } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import type { Saved } from "~/engine/operations/transaction.server";
import { textCell } from "~/engine/output/cell";
import { FILE_TYPES, type OutputFile, pulled } from "~/engine/output/output-file.server";
import { sheetFile } from "~/engine/output/sheet.server";
import { recordPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { ROLE } from "~/engine/session/role-grants.server";
import { allGrants, compareRoles, pairsOf, saveExclusive } from "~/engine/session/role-pairs.server";
import { actionsText } from "~/shared/actions";
import { dayOf } from "~/shared/calendar";

function pathOf(context: Context, id: string): string {
  const screen = context.services.registry.mainScreen(ROLE);
  return recordPath(screen, id);
}

/** Which other roles nobody may hold together with this one, to be ticked. */
export async function exclusiveModel(
  context: Context,
  id: string,
  typed?: { others: readonly string[]; problems: readonly string[]; version: string },
) {
  const { role, pairs } = await pairsOf(context, id);
  const path = pathOf(context, id);
  return {
    title: `${String(role.name)}的互斥角色`,
    help: "勾选的角色不能与本角色同时授予同一用户，例如采购与付款由不同的人负责。保存后对以后的授权生效。",
    action: `${path}/exclusive`,
    version: typed?.version ?? String(role.version),
    readOnly: !may(context.actor.permissions, "role.edit"),
    problems: [...(typed?.problems ?? [])],
    roles: pairs.map(({ code, name, enabled, exclusive }) => ({
      code,
      label: enabled ? name : `${name}（已停用）`,
      on: typed ? typed.others.includes(code) : exclusive,
    })),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: path,
  };
}

type Outcome = { model: Awaited<ReturnType<typeof exclusiveModel>> } | { saved: Saved; href: string };

/** Saves what was ticked, or answers it again with the reasons. @throws AppError("forbidden" | "not_found" | "malformed") */
export async function submitExclusive(
  context: Context,
  id: string,
  form: FormData,
  requestId?: string,
): Promise<Outcome> {
  const others = form.getAll("other").filter((one): one is string => typeof one === "string");
  const version = String(form.get("_version") ?? "");
  try {
    const input = { id, version: Number(version), others, ...(requestId ? { requestId } : {}) };
    return { saved: await saveExclusive(context, input), href: pathOf(context, id) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "stale_record", "duplicate"].includes(error.error)) throw error;
    const isStale = error.error === "stale_record";
    const problems = isStale
      ? ["角色已被他人修改：请对照当前设置核对后再保存"]
      : error.complaints.length > 0
        ? error.complaints.map(({ message }) => message)
        : [error.message];
    const now = isStale ? String((await pairsOf(context, id)).role.version) : version;
    return { model: await exclusiveModel(context, id, { others, problems, version: now }) };
  }
}

/** Two roles beside each other: where they differ, and a choice of the other one. */
export async function compareModel(context: Context, id: string, other: string | null) {
  const { role, pairs } = await pairsOf(context, id);
  const path = pathOf(context, id);
  const found = other ? await compareRoles(context, id, other) : null;
  const columns = ["菜单或权限", String(role.name), found?.right.name ?? ""];
  return {
    title: `比较${String(role.name)}与其他角色`,
    action: `${path}/compare`,
    choices: pairs.map(({ code, name }) => ({ value: code, label: name })),
    chosen: other ?? "",
    result: found
      ? {
          summary:
            found.rows.length > 0
              ? `有${found.rows.length}处不同，另有${found.same}项权限两者都有。`
              : `两个角色的权限相同，共${found.same}项。`,
          table: {
            caption: `${columns[1]}与${columns[2]}的不同`,
            columns: columnsOf(columns),
            rows: found.rows.map(({ name, title, trail, left, right }) => ({
              id: name,
              cells: [[trail, title].filter(Boolean).join(" / "), left || "—", right || "—"].map((text) => ({ text })),
            })),
          },
        }
      : null,
    backHref: path,
  };
}

/** The matrix of all roles as a workbook: entries down, roles across. @throws AppError("forbidden") */
export async function matrixFile(context: Context): Promise<OutputFile> {
  const { roles, held, rights } = await allGrants(context);
  const labels = [
    "位置",
    "菜单或权限",
    "权限标识",
    ...roles.map(({ name, enabled }) => (enabled ? name : `${name}（已停用）`)),
  ];
  const rows = rights.map(({ name, title, trail }) => [
    textCell(trail.join(" / ")),
    textCell(title),
    textCell(name),
    ...roles.map(({ code }) =>
      textCell(actionsText(ACTIONS.filter((action) => held.get(code)?.has(`${name}.${action}`)))),
    ),
  ]);
  async function* batches() {
    yield rows;
  }
  return {
    name: `角色权限矩阵_${dayOf(context.now)}.xlsx`,
    type: FILE_TYPES.xlsx,
    body: pulled(sheetFile("角色权限矩阵", labels, batches(), context.now)),
  };
}
