import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { Shell } from "~/ui/shell/Shell/Shell";
import type { FixedError } from "./fixed-error-route.server";

/** The page of `/403`, `/404` or `/500` in its frame. */
export function FixedErrorRoute({ page }: { page: FixedError }) {
  if (page.frame === "blank") {
    return (
      <main>
        <ErrorPage model={page.model} />
      </main>
    );
  }
  return (
    <Shell model={page.shell} crumbs={[{ label: "首页", href: "/qiaqia/home" }, { label: page.model.title }]}>
      <ErrorPage model={page.model} />
    </Shell>
  );
}
