import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/**
 * Lets the route around a page know what the page answers: a page's loader leaves its answer in the memory of the request, as
 * `page`, and how the page wants to be treated (its `handle`) as `pageHandle`. Loaders begin together and in order, so it is
 * there, still under way, when the loader around it has asked its first question.
 * @param frame id of the route that is told
 */
export function notePages(routes: Routes, frame: string): Routes {
  const noted = Object.entries(routes).map(([id, route]) => [id, route?.parentId === frame ? noting(route) : route]);
  return Object.fromEntries(noted);
}

function noting(route: Route): Route {
  const { loader, handle } = route.module;
  if (!loader) return route;
  return {
    ...route,
    module: {
      ...route.module,
      loader(args) {
        const answer = Promise.resolve(loader(args));
        const { request: memory } = args.context;
        memory?.set("page", answer);
        memory?.set("pageHandle", handle);
        return answer;
      },
    },
  };
}
