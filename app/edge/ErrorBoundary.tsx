import { useLocation, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { errorModel } from "~/ui/blank/error-model";
import { useBack, useRootFacts } from "~/ui/blank/root-facts";

/** An error inside the shell: menu and header stay, so that one can go on elsewhere. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId } = useRootFacts();
  const back = useBack();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  return <ErrorPage model={errorModel(error, { requestId, address, back, signedIn: true })} />;
}
