import type { LoaderFunctionArgs } from "@remix-run/node";
import { answering, requireEdge } from "~/edge/request.server";
import { fileAnswer } from "~/engine/output/output-file.server";
import { matrixFile } from "./role-pairs.page.server";

/** The matrix of all roles as a file. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return fileAnswer(await matrixFile(context));
  });
}
