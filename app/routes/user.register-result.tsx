import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { resultPage } from "~/edge/registration.server";
import { ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { registerLinks } from "~/ui/register/links";
import { ResultPage } from "~/ui/register/ResultPage/ResultPage";

export const handle = { blank: true, hydrate: false };
export const links = registerLinks;
export const meta: MetaFunction = () => pageTitle("注册结果");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return resultPage(args);
}

export default function RegisterResult() {
  return <ResultPage model={useLoaderData<typeof loader>()} />;
}
