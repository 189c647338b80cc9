import type { LoaderFunctionArgs } from "@remix-run/node";
import { fileAnswerOf } from "~/edge/files.server";

/** One file of a record. */
export async function loader(args: LoaderFunctionArgs) {
  return fileAnswerOf(args);
}
