import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { ChartsPage } from "~/ui/figures/ChartsPage";
import { loginFiguresModel } from "./figures.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Sign-ins in figures. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await loginFiguresModel(context);
    return { model, crumbs: [{ label: "登录日志", href: model.back.href }, { label: model.title }] };
  });
}

export default function LoginFigures() {
  return <ChartsPage model={useLoaderData<typeof loader>().model} />;
}
