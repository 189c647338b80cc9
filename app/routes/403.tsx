import { data } from "@remix-run/node";
import { pageTitle } from "~/edge/title";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { fixedErrorModel } from "~/ui/blank/error-model";

export const handle = { blank: true, hydrate: false };
export const meta = () => pageTitle("403");

export function loader() {
  return data(null, { status: 403 });
}

export default function Error403() {
  return (
    <main>
      <ErrorPage model={fixedErrorModel(403)} />
    </main>
  );
}
