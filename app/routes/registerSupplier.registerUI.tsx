import type { MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/edge/title";
import { ClosedPage } from "~/ui/blank/ClosedPage/ClosedPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("供应商注册");

/** Registration by suppliers themselves is closed: buyers invite them. */
export default function RegisterSupplier() {
  return <ClosedPage model={{ title: "供应商注册", message: "注册已关闭，请联系采购员" }} />;
}
