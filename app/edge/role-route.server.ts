import { data } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPath } from "~/engine/screen/address";
import { postedOnce } from "~/engine/screen/form-data";
import { compareModel, exclusiveModel, matrixFile, submitExclusive } from "~/engine/screen/role-pages-model.server";
import { copyModel, copyRole, membersModel, rightsModel, submitRights } from "~/engine/screen/role-rights-model.server";
import { answering, type EdgeArgs, readForm, requireEdge, seeOther } from "./request.server";

type RoleArgs = EdgeArgs & { params: { id?: string } };

const SCREEN = { area: "system-management", key: "role" };

function crumbs(id: string, title: string) {
  return [
    { label: "角色管理", href: "/system-management/role" },
    { label: "角色", href: recordPath(SCREEN, id) },
    { label: title },
  ];
}

/** The matrix of a role's rights. */
export async function openRights(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return { model: await rightsModel(context, id), crumbs: crumbs(id, "权限配置") };
  });
}

/** Shows what saving would change, then saves; a refused one comes again with its ticks. */
export async function postRights(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const outcome = await submitRights(context, id, form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    throw await seeOther(context, outcome.href, `${outcome.role}的权限已保存`, outcome.saved.warnings);
  });
}

/** Accounts that hold the role. */
export async function openMembers(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const page = Number(new URL(args.request.url).searchParams.get("page") ?? 1);
    return { model: await membersModel(context, id, page), crumbs: crumbs(id, "成员") };
  });
}

/** Roles that nobody may hold together with this one. */
export async function openExclusive(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return { model: await exclusiveModel(context, id), crumbs: crumbs(id, "互斥角色") };
  });
}

export async function postExclusive(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitExclusive(context, args.params.id ?? "", form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "互斥角色已保存");
  });
}

/** Two roles beside each other. */
export async function openCompare(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const other = new URL(args.request.url).searchParams.get("with") || null;
    return { model: await compareModel(context, id, other), crumbs: crumbs(id, "比较") };
  });
}

/** The matrix of all roles as a file. */
export async function sendMatrix(args: EdgeArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(await matrixFile(context));
  });
}

export async function openCopy(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return { model: await copyModel(context, id), crumbs: crumbs(id, "复制") };
  });
}

/** Makes the copy and goes to its rights, or answers the form again. */
export async function postCopy(args: RoleArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const values = { code: String(form.get("code") ?? ""), name: String(form.get("name") ?? "") };
    try {
      const made = await copyRole(context, id, values, postedOnce(form));
      throw await seeOther(
        context,
        `${recordPath(SCREEN, made.id)}/permissions`,
        `角色${values.name}已建立，请核对权限`,
      );
    } catch (error) {
      if (!(error instanceof AppError) || !["invalid", "duplicate"].includes(error.error)) throw error;
      const errors = Object.fromEntries(
        error.complaints.filter(({ field }) => field in values).map(({ field, message }) => [field, message]),
      );
      const others = error.complaints.filter(({ field }) => !(field in values)).map(({ message }) => message);
      const problem = others.join("；") || (Object.keys(errors).length === 0 ? error.message : "");
      const model = await copyModel(context, id, { values, errors, ...(problem ? { problem } : {}) });
      return data({ model }, { status: 400 });
    }
  });
}
