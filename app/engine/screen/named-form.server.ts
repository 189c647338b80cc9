import { namedAction } from "remix-utils/named-action";
import { AppError } from "../errors";

/** What the buttons of a page's forms do, by the name they send. */
export type NamedForms<T> = Readonly<Record<string, () => Promise<T>>>;

/** The name under which `namedAction` looks; buttons of ours carry others, some with an id behind it. */
const FIELD = "intent";

/**
 * Does what the button of that name does. The table is looked up without what objects inherit: no name that was made up reaches a
 * function that is not in it.
 * @param name empty when no button was used
 * @param unnamed what a form does that is sent without a button
 * @throws AppError("malformed") for a name that is not in the table; what the form's own work throws
 */
export async function doNamed<T>(name: string, forms: NamedForms<T>, unnamed?: () => Promise<T>): Promise<T> {
  let done: { answer: T } | undefined;
  const table: Record<string, () => Promise<Response>> = Object.create(null);
  const wanted = name === "" ? { ...(unnamed ? { default: unnamed } : {}) } : forms;
  for (const [own, work] of Object.entries(wanted)) {
    table[own] = async () => {
      done = { answer: await work() };
      return new Response();
    };
  }
  if (!((name || "default") in table)) throw new AppError("malformed");
  const sent = new FormData();
  if (name !== "") sent.set(FIELD, name);
  await namedAction(sent, table);
  return answered(done);
}

function answered<T>(done: { answer: T } | undefined): T {
  if (!done) throw new AppError("malformed");
  return done.answer;
}
