import type { LoaderFunctionArgs } from "@remix-run/node";
import { answeringJson, requireSession } from "~/edge/request.server";
import { optionsOn } from "~/engine/screen/fills.server";

/** Rows for a reference while one types: the same answer a page of the form would give, as JSON. */
export async function loader(args: LoaderFunctionArgs) {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    const { searchParams } = new URL(args.request.url);
    return optionsOn(context, `${args.params.module}/${args.params.screen}`, searchParams);
  });
}
