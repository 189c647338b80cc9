import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { FieldsForm } from "../Fields/FieldsForm";
import type { Frame } from "../Frame/FormFrame";
import type { AccountTable, FieldsForm as FieldsModel, SettingsTab } from "../model";
import { AccountRows } from "./AccountRows";
import { SettingsFrame } from "./SettingsFrame";

export interface SecurityModel {
  tabs: SettingsTab[];
  csrf: string;
  passwordHref: string;
  /** The own address of mail: none, not proved, not to be proved for now, or proved. */
  mail: { state: "none" | "open" | "waits" | "proved"; text: string };
  recover: FieldsModel;
  sessions: AccountTable;
  /** How many sessions there are besides this one. */
  others: number;
  signIns: AccountTable;
}

/** What guards the own account. */
export function SecurityPage({ model, frame }: { model: SecurityModel; frame: Frame }) {
  const { href, path } = useAddress();
  const { recover, csrf } = model;
  return (
    <SettingsFrame tabs={model.tabs}>
      <section aria-labelledby="st-password">
        <h2 id="st-password">登录密码</h2>
        <p className="st-line">
          <span className="st-note">建议定期修改密码。修改后，其他设备上的登录会退出。</span>
          <a className="bt" href={href(model.passwordHref)} data-dialog="password">
            修改密码
          </a>
        </p>
      </section>
      <section aria-labelledby="st-mail">
        <h2 id="st-mail">邮箱验证</h2>
        <Form method="post" action={path(recover.action)} className="st-line">
          <input type="hidden" name="_csrf" value={csrf} />
          <span className="st-note">{model.mail.text}</span>
          {model.mail.state === "open" ? (
            <button type="submit" className="bt" name="prove" value="1" disabled={frame.busy}>
              发送验证邮件
            </button>
          ) : null}
          {model.mail.state === "none" ? (
            <a className="bt" href={href("/account/settings-base")}>
              填写邮箱
            </a>
          ) : null}
        </Form>
      </section>
      <section aria-label={recover.title}>
        <FieldsForm model={recover} frame={frame} inPage />
      </section>
      <section aria-labelledby="st-sessions">
        <h2 id="st-sessions">登录设备</h2>
        <AccountRows table={model.sessions} action={recover.action} csrf={csrf} />
        {model.others > 1 ? (
          <Form method="post" action={path(recover.action)}>
            <input type="hidden" name="_csrf" value={csrf} />
            <button type="submit" className="bt" name="end" value="all" disabled={frame.busy}>
              退出其他全部设备
            </button>
          </Form>
        ) : null}
      </section>
      <section aria-labelledby="st-signins">
        <h2 id="st-signins">最近登录</h2>
        <AccountRows table={model.signIns} />
      </section>
    </SettingsFrame>
  );
}
