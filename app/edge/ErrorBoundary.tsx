import { useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { errorModel, sideOf } from "~/ui/blank/error-model";
import { useBack, useRootFacts } from "~/ui/blank/root-facts";
import type { ShellModel } from "~/ui/model";

/** An error inside the shell: menu and header stay, so that one can go on elsewhere. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId } = useRootFacts();
  const back = useBack();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shell = useRouteLoaderData<ShellModel>("routes/_shell");
  const side = shell && sideOf(shell);
  return <ErrorPage model={errorModel(error, { requestId, address, back, signedIn: true, side })} />;
}
