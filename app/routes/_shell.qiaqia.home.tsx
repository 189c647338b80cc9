import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { homeModel } from "~/engine/screen/home-model.server";
import { earlierTabs } from "~/engine/session/tabs.server";
import { HomePage } from "~/ui/home/HomePage/HomePage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const meta: MetaFunction = () => pageTitle("首页");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const earlier = (await earlierTabs(context)).map(({ title }) => title);
    return { model: { ...(await homeModel(context)), earlier } };
  });
}

export default function Home() {
  return <HomePage model={useLoaderData<typeof loader>().model} />;
}
