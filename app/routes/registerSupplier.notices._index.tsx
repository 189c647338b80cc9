import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { noticesPage } from "~/edge/notices.server";
import { ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { registerLinks } from "~/ui/register/links";
import { Notices } from "~/ui/register/NoticePages/NoticePages";

export const handle = { blank: true, hydrate: false };
export const links = registerLinks;
export const meta: MetaFunction = () => pageTitle("预审公告");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return noticesPage(args);
}

export default function PublicNotices() {
  return <Notices model={useLoaderData<typeof loader>()} />;
}
