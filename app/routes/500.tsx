import { data } from "@remix-run/node";
import { pageTitle } from "~/edge/title";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { fixedErrorModel } from "~/ui/blank/error-model";

export const handle = { blank: true, hydrate: false };
export const meta = () => pageTitle("500");

export function loader() {
  return data(null, { status: 500 });
}

export default function Error500() {
  return (
    <main>
      <ErrorPage model={fixedErrorModel(500)} />
    </main>
  );
}
