import { data, redirect } from "@remix-run/node";
import { entryActionsModel, submitEntryActions } from "~/engine/screen/entry-actions-model.server";
import { postedOnce } from "~/engine/screen/form-data";
import { openList } from "~/engine/screen/list-model.server";
import { previewModel } from "~/engine/screen/menu-preview-model.server";
import { submitTree, treeModel } from "~/engine/screen/resource-tree-model.server";
import { pack } from "~/ui/packed";
import { sentList } from "~/ui/table/drawn";
import { answering, type EdgeArgs, readForm, requireEdge, screenOf, seeOther } from "./request.server";

const SCREEN = { module: "system-management", screen: "resource" };
const LIST = { label: "资源管理", href: "/system-management/resource" };
/** What an address of the tree may say; anything else is a query of the list. */
const TREE_PARAMS = new Set(["at", "index"]);

/** The tree of menus, or the list of its entries where the address has conditions. */
export async function openTree(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: SCREEN });
    const params = new URL(args.request.url).searchParams;
    const crumbs = [{ label: screen.label }];
    if ([...params.keys()].every((name) => TREE_PARAMS.has(name))) {
      const tree = await treeModel(context, params);
      return { title: tree.title, tree: pack(tree, args.context.request), crumbs };
    }
    const opened = await openList(context, screen, params);
    if (opened.model === undefined) throw redirect(opened.href);
    return { title: screen.label, list: pack(opened.model, args.context.request, sentList), crumbs };
  });
}

/** Moves, stops or starts entries; asks before it stops any. */
export async function postTree(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitTree(context, form, postedOnce(form));
    if ("model" in outcome)
      return data({ tree: pack(outcome.model, args.context.request) }, { status: outcome.status });
    throw await seeOther(context, outcome.to, outcome.notice, outcome.warnings);
  });
}

/** The menus as somebody else sees them. */
export async function openPreview(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await previewModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [LIST, { label: model.title }] };
  });
}

type EntryArgs = EdgeArgs & { params: { id?: string } };

/** The actions of an entry, and who holds them. */
export async function openEntryActions(args: EntryArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await entryActionsModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: "资源", href: model.backHref }, { label: "操作和角色" }] };
  });
}

export async function postEntryActions(args: EntryArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await submitEntryActions(context, args.params.id ?? "", form, postedOnce(form));
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "可用操作已保存，从下一次请求起生效", outcome.saved.warnings);
  });
}
