import type { LoaderFunctionArgs } from "@remix-run/node";
import { answeringJson, requireSession } from "~/edge/request.server";
import { bellCounts, bellModel } from "~/engine/screen/bell-model.server";

/** What the bell shows, for the script of the shell; `?counts=1` asks for the numbers alone. */
export async function loader(args: LoaderFunctionArgs) {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    return new URL(args.request.url).searchParams.has("counts") ? bellCounts(context) : bellModel(context);
  });
}
