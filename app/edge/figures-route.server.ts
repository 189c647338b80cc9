import { figuresModel } from "~/engine/screen/figures.server";
import { answering, type EdgeArgs, requireEdge, screenOf } from "./request.server";

/** Rows of a list in figures, as its entity draws them. */
export async function openFigures(args: EdgeArgs & { params: { module?: string; screen?: string } }) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await figuresModel(context, screenOf(context, args), new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.list, href: model.back.href }, { label: model.title }] };
  });
}
