import type { LoaderFunctionArgs } from "@remix-run/node";
import { sendImportTemplate } from "~/edge/import.server";

/** The empty file of records. */
export async function loader(args: LoaderFunctionArgs) {
  return sendImportTemplate(args);
}
