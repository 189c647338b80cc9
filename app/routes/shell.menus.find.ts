import type { LoaderFunctionArgs } from "@remix-run/node";
import { suggestedMenus } from "~/edge/menu-search.server";

export async function loader(args: LoaderFunctionArgs) {
  return suggestedMenus(args);
}
