import { useNavigation } from "@remix-run/react";

export interface Pending {
  /** The form has been sent and the answer is not there yet. */
  busy: boolean;
  /** Value of the button it was sent with. */
  intent: string | undefined;
}

/** Whether a form of this page is on its way. */
export function usePending(): Pending {
  const { state, formMethod, formData } = useNavigation();
  const intent = formData?.get("_intent");
  return {
    busy: state !== "idle" && formMethod === "POST",
    intent: typeof intent === "string" ? intent : undefined,
  };
}
