import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { testHome } from "~/edge/test-home.server";
import { pageTitle } from "~/edge/title";
import { TestHome } from "~/ui/blank/TestHome/TestHome";
import testHomeHref from "~/ui/blank/TestHome/test-home.css";
import { formLinks, shellLinks } from "~/ui/theme/links";

export const links = () => [...shellLinks(), ...formLinks(), { rel: "stylesheet", href: testHomeHref }];
export const meta: MetaFunction = () => pageTitle("测试主页");

export async function loader(args: LoaderFunctionArgs) {
  return testHome(args);
}

export default function TestHomeRoute() {
  return <TestHome model={useLoaderData<typeof loader>()} />;
}
