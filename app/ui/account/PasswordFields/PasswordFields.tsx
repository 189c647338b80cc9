import { type FormEvent, useState } from "react";
import { PASSWORD_HINT, PRESENT_PASSWORD_MISSING, passwordComplaints } from "~/shared/password-rules";
import type { Judge } from "~/ui/form/Watch/faults";
import { Entry } from "../Fields/Entry";
import { FormFrame, type Frame } from "../Frame/FormFrame";
import type { PasswordForm } from "../model";

/** Changing the own password. Strength is shown while one types, where scripts run; the server judges. */
export function PasswordFields({ model, frame }: { model: PasswordForm; frame: Frame }) {
  const [typed, type] = useState("");
  const fault = (name: string) => model.errors.find((error) => error.name === name)?.message;
  const first = model.errors[0]?.name;
  const entry = (name: string, label: string, autoComplete: string) => (
    <Entry
      key={name}
      field={{
        name,
        label,
        kind: "password",
        value: "",
        required: true,
        autoComplete,
        ...(fault(name) ? { error: fault(name) ?? "" } : {}),
        ...(first === name ? { autoFocus: true } : {}),
      }}
    />
  );
  return (
    <FormFrame frame={frame} model={model} stay={model.forced !== undefined} judge={judgeFor(model)}>
      {model.forced ? (
        <div className="no" data-level="warning">
          <p>{model.forced}</p>
        </div>
      ) : null}
      {/* For password stores: they file the new password under this name. */}
      <input
        className="vh"
        name="username"
        autoComplete="username"
        value={model.account}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      {model.asksPresent ? entry("oldpassword", "当前密码", "current-password") : null}
      <div className="af-grid" onInput={(event: FormEvent<HTMLDivElement>) => type(newPasswordIn(event))}>
        {entry("newpassword", "新密码", "new-password")}
        <Strength typed={typed} />
      </div>
      {entry("confirmpassword", "确认密码", "new-password")}
      <p className="af-hint">{PASSWORD_HINT}</p>
    </FormFrame>
  );
}

/** The rules of the server, word for word; that the present password is right and the new one no old one is for it alone to say. */
function judgeFor({ account, asksPresent }: PasswordForm): Judge {
  return ({ oldpassword = "", newpassword = "", confirmpassword = "" }) => ({
    ...(asksPresent ? { oldpassword: oldpassword === "" ? PRESENT_PASSWORD_MISSING : null } : {}),
    newpassword: null,
    confirmpassword: null,
    ...Object.fromEntries(
      passwordComplaints({ account, newpassword, confirmpassword }).map(({ field, message }) => [field, message]),
    ),
  });
}

function newPasswordIn({ target }: FormEvent): string {
  return target instanceof HTMLInputElement ? target.value : "";
}

const WORDS = ["", "弱", "中", "强"] as const;

/** 0 for nothing typed, 3 for what is longer than asked and of four kinds of signs. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === "") return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  if (password.length < 8 || kinds < 3) return 1;
  return password.length >= 12 || kinds === 4 ? 3 : 2;
}

function Strength({ typed }: { typed: string }) {
  const strength = strengthOf(typed);
  if (strength === 0) return null;
  return (
    <p className="af-strength" data-level={strength} role="status">
      <i aria-hidden="true" />
      密码强度：{WORDS[strength]}
    </p>
  );
}
