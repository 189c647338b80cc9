import type { LoaderFunctionArgs } from "@remix-run/node";
import { menuPiece } from "~/edge/menu-search.server";

export async function loader(args: LoaderFunctionArgs) {
  return menuPiece(args);
}
