import type { LoaderFunctionArgs } from "@remix-run/node";
import { newsStream } from "~/edge/news-stream.server";

/** What is new for the person, as it happens; for the script of the shell. */
export async function loader(args: LoaderFunctionArgs) {
  return newsStream(args);
}
