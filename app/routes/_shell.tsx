import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Outlet, useLoaderData, useMatches } from "@remix-run/react";
import { crumbsOf } from "~/edge/crumbs";
import { lookHeaders, shellModel } from "~/edge/shell.server";
import { Shell } from "~/ui/shell/Shell/Shell";
import { shellLinks } from "~/ui/theme/links";

export const links = shellLinks;

export async function loader(args: LoaderFunctionArgs) {
  return data(await shellModel(args), { headers: await lookHeaders(args) });
}

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

export default function ShellLayout() {
  const model = useLoaderData<typeof loader>();
  const crumbs = crumbsOf(useMatches().map((match) => match.data));
  return (
    <Shell model={model} crumbs={crumbs}>
      <Outlet />
    </Shell>
  );
}
