import type { LoaderFunctionArgs } from "@remix-run/node";
import { answeringJson, requireSession, screenOf } from "~/edge/request.server";
import { suggestPeople } from "~/engine/operations/comments.server";

const SHOWN = 8;

/** People who can be named in a comment, while one types: `?q=`. */
export async function loader(args: LoaderFunctionArgs) {
  return answeringJson(async () => {
    const { context } = await requireSession(args);
    const screen = screenOf(context, args);
    const typed = new URL(args.request.url).searchParams.get("q") ?? "";
    const wanted = { entity: screen.entity, screen, id: args.params.id ?? "", typed, limit: SHOWN };
    const people = await suggestPeople(context, wanted);
    return people.map(({ id, name, note }) => ({ id, name, note }));
  });
}
