import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendMatrix } from "~/edge/role-route.server";

/** The rights of all roles as a workbook. */
export async function loader(args: LoaderFunctionArgs) {
  return sendMatrix(args);
}
