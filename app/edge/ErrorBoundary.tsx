import { useLocation, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { errorModel } from "~/ui/blank/error-model";

/** An error inside the shell: menu and header stay, so that one can go on elsewhere. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<{ requestId: string }>("root");
  const { pathname, search } = useLocation();
  return <ErrorPage model={errorModel(error, data?.requestId ?? "", pathname + search)} />;
}
