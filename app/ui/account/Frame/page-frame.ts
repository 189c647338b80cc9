import { Form, useNavigation } from "@remix-run/react";
import type { Frame } from "./FormFrame";

/** A form on a page of its own. */
export function usePageFrame(): Frame {
  const { state, formMethod } = useNavigation();
  return { Form, busy: state !== "idle" && formMethod === "POST" };
}
