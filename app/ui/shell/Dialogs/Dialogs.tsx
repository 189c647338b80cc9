import { useFetcher, useHref, useLocation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ConfirmFields } from "~/ui/account/ConfirmFields/ConfirmFields";
import { FieldsForm } from "~/ui/account/Fields/FieldsForm";
import type { Frame } from "~/ui/account/Frame/FormFrame";
import { logoutForm, passwordForm } from "~/ui/account/forms";
import type { AccountAnswer, AccountForm, ConfirmForm, FieldsForm as Fields, PasswordForm } from "~/ui/account/model";
import { PasswordFields } from "~/ui/account/PasswordFields/PasswordFields";
import { withoutBase } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/** What a link marked `data-dialog` asks for: `form` and `confirm` are loaded from the page it leads to, the others are known. */
type Kind = "password" | "logout" | "form" | "confirm";

interface Opened {
  kind: Kind;
  /** Below the base path. */
  to: string;
  /** Another one each time: a dialog opens with an empty form. */
  turn: number;
}

/**
 * Pages that are small questions, drawn over the present one: whoever clicks a marked link keeps what is typed there. The page behind
 * the link takes the form, as it does without script; this is only another frame for it.
 */
export function Dialogs({ model }: { model: ShellModel }) {
  const [opened, open] = useState<Opened | null>(null);
  const base = useHref("/").replace(/\/$/, "");
  const { key } = useLocation();
  const close = useCallback(() => open(null), []);
  useEffect(() => {
    // Before the listener that navigates: effects of inner components run first.
    function catchClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-dialog]") : null;
      const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (!link || modified || event.defaultPrevented || !("showModal" in HTMLDialogElement.prototype)) return;
      event.preventDefault();
      putAway(link);
      const to = withoutBase(base, link.pathname) + link.search;
      open((before) => ({ kind: kindOf(link.dataset.dialog), to, turn: (before?.turn ?? 0) + 1 }));
    }
    document.addEventListener("click", catchClick);
    return () => document.removeEventListener("click", catchClick);
  }, [base]);
  // Whoever goes on by the browser's own buttons leaves the question behind.
  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    open(null);
  }
  if (!opened) return null;
  return <Dialog key={`${opened.to} ${opened.turn}`} opened={opened} model={model} close={close} />;
}

function kindOf(name: string | undefined): Kind {
  return name === "password" || name === "logout" || name === "confirm" ? name : "form";
}

/** Closes the drop-down the link stood in; the focus comes back to what opened that. */
function putAway(link: Element): void {
  const box = link.closest<HTMLDetailsElement>("details[data-floating]");
  if (!box) return;
  box.querySelector<HTMLElement>("summary")?.focus();
  box.open = false;
}

function Dialog({ opened, model, close }: { opened: Opened; model: ShellModel; close: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  const asked = useFetcher<{ model: AccountForm }>();
  const sent = useFetcher<AccountAnswer<AccountForm>>();
  const { load } = asked;
  const loads = opened.kind === "form" || opened.kind === "confirm";
  useEffect(() => {
    element.current?.showModal();
  }, []);
  useEffect(() => {
    if (loads) load(opened.to);
  }, [loads, load, opened.to]);
  const [known] = useState(() => knownForm(opened, model));
  const done = sent.data?.done === true;
  useEffect(() => {
    if (done) element.current?.close();
  }, [done]);
  const form = sent.data?.done === false ? sent.data.model : (known ?? asked.data?.model);
  const frame: Frame = { Form: sent.Form, busy: sent.state !== "idle", close: () => element.current?.close() };
  return (
    <dialog ref={element} className="dl" aria-modal="true" aria-labelledby="dialog-title" onClose={close}>
      {form ? drawn(opened.kind, form, frame) : <p id="dialog-title">加载中…</p>}
    </dialog>
  );
}

function knownForm({ kind }: Opened, { csrf, path, user, passwordFreshUntil }: ShellModel): AccountForm | null {
  const facts = { csrf, from: path, account: user.account };
  if (kind === "logout") return logoutForm(facts);
  if (kind !== "password") return null;
  const asksPresent = passwordFreshUntil === null || Date.parse(passwordFreshUntil) < Date.now();
  return passwordForm({ ...facts, asksPresent });
}

/** The kind says which form the page behind the link draws. */
function drawn(kind: Kind, form: AccountForm, frame: Frame): ReactNode {
  if (kind === "password" && isPassword(form)) return <PasswordFields model={form} frame={frame} />;
  if (isConfirm(form)) return <ConfirmFields model={form} frame={frame} />;
  return isFields(form) ? <FieldsForm model={form} frame={frame} /> : null;
}

function isPassword(form: AccountForm): form is PasswordForm {
  return "asksPresent" in form;
}

function isConfirm(form: AccountForm): form is ConfirmForm {
  return "question" in form;
}

function isFields(form: AccountForm): form is Fields {
  return "fields" in form;
}
