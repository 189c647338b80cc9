import { data } from "@remix-run/node";
import { listPath, recordPath } from "~/engine/screen/address";
import { editFormModel, newFormModel, submitForm } from "~/engine/screen/form-model.server";
import { answering, type EdgeArgs, readForm, requireEdge, screenOf, seeOther } from "./request.server";

export type FormRouteArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

/** The form of a new record, or of the record the address names. */
export async function openForm(args: FormRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { id } = args.params;
    const model = id === undefined ? await newFormModel(context, screen) : await editFormModel(context, screen, id);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

/** Saves and goes to the record, or answers the form again with what was typed. */
export async function postForm(args: FormRouteArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const outcome = await submitForm(context, screen, await readForm(args, context), args.params.id ?? null);
    if (!outcome.saved) return data({ model: outcome.model }, { status: outcome.status });
    const { saved } = outcome;
    const name = `${screen.entity.label}${saved.number ? ` ${saved.number} ` : ""}`;
    throw await seeOther(context, recordPath(screen, saved.id), `${name}已保存`, saved.warnings);
  });
}
