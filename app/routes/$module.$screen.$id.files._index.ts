import type { LoaderFunctionArgs } from "@remix-run/node";
import { allFilesAnswer } from "~/edge/files.server";

/** All files of a record as one zip. */
export async function loader(args: LoaderFunctionArgs) {
  return allFilesAnswer(args);
}
