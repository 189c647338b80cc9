import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Links,
  LiveReload,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { arriveByTicket } from "~/edge/single-sign-on.server";
import { rememberedPreferences } from "~/engine/session/preferences-cookie.server";
import { backOf } from "~/shared/came-from";
import { AddressContext, useBaseAddress } from "~/ui/address";
import { ErrorPage } from "~/ui/blank/ErrorPage/ErrorPage";
import { errorModel } from "~/ui/blank/error-model";
import { type RootFacts, useBack, usePageTrail, useRootFacts } from "~/ui/blank/root-facts";
import { ConnectionBar } from "~/ui/connection/ConnectionBar/ConnectionBar";
import { DatePickers } from "~/ui/dates/DatePickers";
import { useNonce } from "~/ui/nonce";
import { isLite } from "~/ui/shell/lite";
import { BlankStyles } from "~/ui/theme/BlankStyles";
import { useChosen } from "~/ui/theme/chosen";
import { IconLinks } from "~/ui/theme/IconLinks";
import { lookOf } from "~/ui/theme/look.server";
import type { Look } from "~/ui/theme/palette";

export const meta: MetaFunction = () => [{ title: "供应商平台" }];

export async function loader(args: LoaderFunctionArgs): Promise<RootFacts> {
  await arriveByTicket(args);
  // Under remix-serve the context is empty.
  const { request, context } = args;
  return { requestId: context.requestId ?? "", back: backOf(request), look: lookOf(rememberedPreferences(request)) };
}

/** The trace number belongs to the page's first request; a later one would not be found in its log. */
export function shouldRevalidate(): boolean {
  return false;
}

/** The document around every page, also around an error that nobody below has caught. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { blank, script } = usePageKind();
  const look = useLook();
  return (
    <html
      lang="zh-CN"
      data-mantine-color-scheme="light"
      data-theme={look?.theme}
      data-weak={look?.weak || undefined}
      data-script={script || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <IconLinks />
        {blank ? <BlankStyles /> : null}
        <Links />
        {look?.css ? <style nonce={nonce} dangerouslySetInnerHTML={{ __html: look.css }} /> : null}
      </head>
      <body>
        <AddressContext.Provider value={useBaseAddress()}>{children}</AddressContext.Provider>
        {script ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
            <LiveReload nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function App() {
  const { script } = usePageKind();
  usePageTrail();
  return (
    <>
      <Outlet />
      {script ? (
        <>
          <ConnectionBar />
          <DatePickers />
        </>
      ) : null}
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId } = useRootFacts();
  const back = useBack();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  return (
    <main>
      <ErrorPage model={errorModel(error, { requestId, address, back, signedIn: false })} />
    </main>
  );
}

/**
 * How the page looks: what the person chose on it, else what the server keeps, else what the browser remembers. Paper
 * (`handle = { paper: true }`) is white.
 */
function useLook(): Look | undefined {
  const chosen = useChosen();
  const matches = useMatches();
  if (matches.some(({ handle }) => isSet(handle, "paper", true))) return undefined;
  return chosen?.look ?? matches.map(({ data }) => lookIn(data)).findLast((look) => look !== undefined);
}

/** The shell's loader answers `{ shell: ShellModel }` or the model itself, the root's the look that the cookie names. */
function lookIn(data: unknown): Look | undefined {
  if (!isObject(data)) return undefined;
  const look = isObject(data.shell) ? data.shell.look : data.look;
  return isLook(look) ? look : undefined;
}

function isLook(value: unknown): value is Look {
  return isObject(value) && typeof value.css === "string" && "theme" in value && "weak" in value;
}

/**
 * A route says `handle = { hydrate: false }` for a page without script, `{ blank: true }` for one without the shell; one that
 * learns its frame with its data says `frame: "blank"` there for both.
 */
function usePageKind(): { blank: boolean; script: boolean } {
  const failed = Boolean(useRouteError());
  const matches = useMatches();
  const handles = matches.map(({ handle }) => handle);
  if (failed) return { blank: true, script: false };
  const alone = matches.some(({ data }) => isSet(data, "frame", "blank"));
  return {
    blank: alone || handles.some((handle) => isSet(handle, "blank", true)),
    script:
      !alone && !handles.some((handle) => isSet(handle, "hydrate", false)) && !matches.some(({ data }) => isLite(data)),
  };
}

function isSet(value: unknown, key: string, wanted: boolean | string): boolean {
  return isObject(value) && value[key] === wanted;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
