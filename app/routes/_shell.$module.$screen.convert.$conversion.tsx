import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { conversionModel, madePage, submitConversion } from "~/engine/screen/conversion-model.server";
import { ConversionPage } from "~/ui/form/ConversionPage/ConversionPage";
import { formLinks } from "~/ui/theme/links";

export { shouldRevalidate } from "~/edge/dialogs";
export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The page on which open lines of other documents are chosen. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { conversion = "" } = args.params;
    const model = await conversionModel(context, screen, conversion, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

/** Looks for other lines, turns the page, or makes the documents and leads to them. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { conversion = "" } = args.params;
    const outcome = await submitConversion(context, screen, conversion, await readForm(args, context, "mark"));
    if ("model" in outcome) return data({ model: outcome.model }, { status: outcome.status });
    if ("begun" in outcome) throw await seeOther(context, outcome.begun, "已选好要生成的行，核对后开始");
    const { to, notice } = madePage(screen, outcome.made);
    throw await seeOther(
      context,
      to,
      notice,
      outcome.made.made.flatMap(({ warnings }) => warnings),
    );
  });
}

export default function Convert() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <ConversionPage model={posted?.model ?? loaded.model} />;
}
