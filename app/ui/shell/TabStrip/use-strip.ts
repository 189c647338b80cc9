import { useLocation, useNavigate } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { closesCurrent, type StripAnswer, type StripModel } from "./strip";

const QUESTION = "该页面有未保存的内容，确定关闭？";

interface Told {
  text: string;
  msg: string;
  /** The same message said again is another message. */
  nonce: number;
}

export interface StripState {
  /** The strip as it is now: of the page, or as the last change left it. */
  strip: StripModel;
  message: Told | null;
  /** For the strip's form. */
  press: (event: FormEvent<HTMLFormElement>) => void;
  change: (intent: string, id: string, before?: string) => void;
}

/** The strip in step with the server: each page brings it, and each change answers it. */
export function useStrip(loaded: StripModel, nav: RefObject<HTMLElement>): StripState {
  const navigate = useNavigate();
  const { href } = useAddress();
  const isDirty = useDirtyForm();
  const [answered, setAnswered] = useState<{ loaded: StripModel; answer: StripAnswer; nonce: number }>();
  const current = answered?.loaded === loaded ? answered : undefined;
  const strip = current ? { ...loaded, tabs: current.answer.tabs } : loaded;

  useEffect(() => {
    // The button that was pressed has gone with its tab.
    if (answered && document.activeElement === document.body) linkOf(nav.current)?.focus({ preventScroll: true });
  }, [answered, nav]);

  async function send(intent: string, id: string, before?: string): Promise<void> {
    const form = nav.current?.querySelector("form");
    if (!form) return;
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
    body.set("intent", `${intent}:${id}`);
    body.set("top", loaded.top);
    if (before !== undefined) body.set("before", before);
    const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const answer: StripAnswer = await response.json();
    setAnswered((last) => ({ loaded, answer, nonce: (last?.nonce ?? 0) + 1 }));
    if (answer.to === null) return;
    if (answer.tabs.find((tab) => tab.href === answer.to)?.reload) window.location.assign(href(answer.to));
    else navigate(answer.to);
  }

  function mayGo(intent: string, id: string): boolean {
    const leaves = intent === "refresh" ? id === strip.current : closesCurrent(strip, intent, id);
    return !leaves || !isDirty() || window.confirm(QUESTION);
  }

  function change(intent: string, id: string, before?: string): void {
    if (!mayGo(intent, id)) return;
    // Whoever has no session any more, or no connection, is told so by the page itself.
    send(intent, id, before).catch(() => window.location.reload());
  }

  function press(event: FormEvent<HTMLFormElement>): void {
    const submitter = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null;
    const [intent = "", id = ""] = submitter instanceof HTMLButtonElement ? submitter.value.split(":") : [];
    closeMenus(nav.current);
    if (intent === "refresh") {
      // A full load, as the browser's own button does it.
      if (!mayGo(intent, id)) event.preventDefault();
      return;
    }
    event.preventDefault();
    change(intent, id);
  }

  const { message = null } = current?.answer ?? {};
  return { strip, message: message && current ? { ...message, nonce: current.nonce } : null, press, change };
}

export function closeMenus(nav: HTMLElement | null): void {
  for (const menu of nav?.querySelectorAll("details") ?? []) menu.open = false;
}

/** The link of the tab one is on. */
function linkOf(nav: HTMLElement | null): HTMLElement | null {
  return nav?.querySelector<HTMLElement>("[aria-current]") ?? nav?.querySelector<HTMLElement>("a") ?? null;
}

/** Whether something was typed on this page that no button has sent; a form that came back with complaints counts. */
function useDirtyForm(): () => boolean {
  const touched = useRef(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another form
  useEffect(() => {
    touched.current = false;
  }, [pathname]);
  useEffect(() => {
    const isForm = (target: EventTarget | null) =>
      target instanceof Element && target.closest("main form[method=post]") !== null;
    const typed = ({ target }: Event) => {
      if (isForm(target)) touched.current = true;
    };
    const sent = ({ target }: Event) => {
      if (isForm(target)) touched.current = false;
    };
    document.addEventListener("input", typed);
    document.addEventListener("submit", sent);
    return () => {
      document.removeEventListener("input", typed);
      document.removeEventListener("submit", sent);
    };
  }, []);
  return () => touched.current || document.querySelector("main form[method=post] [aria-invalid=true]") !== null;
}
