import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, screenOf, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath, recordPath } from "~/engine/screen/address";
import { newFormModel, submitForm } from "~/engine/screen/form-model.server";
import { FormPage } from "~/ui/form/FormPage/FormPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await newFormModel(context, screen);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const outcome = await submitForm(context, screen, await readForm(args, context), null);
    if (outcome.saved) {
      const { saved } = outcome;
      throw await seeOther(
        context,
        recordPath(screen, saved.id),
        `${screen.entity.label}${saved.number ? ` ${saved.number} ` : ""}已保存`,
        saved.warnings,
      );
    }
    return data({ model: outcome.model }, { status: outcome.status });
  });
}

export default function New() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <FormPage model={posted?.model ?? loaded.model} />;
}
