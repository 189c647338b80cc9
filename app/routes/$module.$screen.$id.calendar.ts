import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarAnswer } from "~/edge/output.server";

/** The day of a record as a file that calendars take in. */
export async function loader(args: LoaderFunctionArgs) {
  return calendarAnswer(args);
}
