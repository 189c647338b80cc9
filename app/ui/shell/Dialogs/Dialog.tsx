import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ConfirmFields } from "~/ui/account/ConfirmFields/ConfirmFields";
import { FieldsForm } from "~/ui/account/Fields/FieldsForm";
import type { Frame } from "~/ui/account/Frame/FormFrame";
import { logoutForm, passwordForm } from "~/ui/account/forms";
import type { AccountAnswer, AccountForm, ConfirmForm, FieldsForm as Fields, PasswordForm } from "~/ui/account/model";
import { PasswordFields } from "~/ui/account/PasswordFields/PasswordFields";
import type { ShellModel } from "~/ui/model";

/** What a link marked `data-dialog` asks for: `form` and `confirm` are loaded from the page it leads to, the others are known. */
export type Kind = "password" | "logout" | "form" | "confirm";

export interface Opened {
  kind: Kind;
  /** Below the base path. */
  to: string;
  /** Another one each time: a dialog opens with an empty form. */
  turn: number;
}

/** One of the small questions over the page. */
export function Dialog({ opened, model, close }: { opened: Opened; model: ShellModel; close: () => void }) {
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
      {form ? (
        drawn(opened.kind, form, frame)
      ) : (
        <p id="dialog-title" data-msg="Loading..">
          加载中…
        </p>
      )}
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
