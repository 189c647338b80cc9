import type { LoaderFunctionArgs } from "@remix-run/node";
import { answering, requireEdge } from "~/edge/request.server";
import { failuresFile } from "~/engine/imports/pages.server";
import { fileAnswer } from "~/engine/output/output-file.server";

/** The rows that could not be imported, with the reasons. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(await failuresFile(context, args.params.id ?? ""));
  });
}
