import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/edge/title";
import { ClosedPage } from "~/ui/login/ClosedPage/ClosedPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("注册结果");

export default ClosedPage;
