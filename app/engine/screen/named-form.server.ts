import { namedAction } from "remix-utils/named-action";
import { AppError } from "../errors";

/** What the buttons of a page's forms do, by the name they send. */
export type NamedForms<T> = Readonly<Record<string, () => Promise<T>>>;

/** The name under which `namedAction` looks; buttons of ours carry others, some with an id behind it. */
const FIELD = "intent";
/** Before the names of buttons: none is taken for what a form does without one, and none is that of something objects inherit. */
const BUTTON = "button ";

/**
 * Does what the button of that name does; `namedAction` says which that is.
 * @param name empty when no button was used
 * @param unnamed what a form does that is sent without a button
 * @throws AppError("malformed") for a name that no button has; what the form's own work throws
 */
export async function doNamed<T>(name: string, forms: NamedForms<T>, unnamed?: () => Promise<T>): Promise<T> {
  const meant: (() => Promise<T>)[] = [];
  const meaning = (work: () => Promise<T>) => async () => {
    meant.push(work);
    return new Response();
  };
  const sent = new FormData();
  if (name !== "") sent.set(FIELD, BUTTON + name);
  await namedAction(sent, {
    ...Object.fromEntries(Object.entries(forms).map(([button, work]) => [BUTTON + button, meaning(work)])),
    ...(unnamed && { default: meaning(unnamed) }),
  }).catch((error: unknown) => {
    // So it says that there is no such action. The work has not begun: its own errors are not among these.
    throw error instanceof ReferenceError ? new AppError("malformed") : error;
  });
  const [work] = meant;
  if (!work) throw new AppError("malformed");
  return work();
}
