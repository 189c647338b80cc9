import type { LoaderFunctionArgs } from "@remix-run/node";
import { answering, requireEdge } from "~/edge/request.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { templateFile } from "~/engine/user-sync/pages.server";

/** The empty file with its headings. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(templateFile(context));
  });
}
