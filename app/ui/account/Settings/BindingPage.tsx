import { Form } from "@remix-run/react";
import { useRef } from "react";
import { useAddress } from "~/ui/address";
import { Entry } from "../Fields/Entry";
import { useAnswerFocus } from "../Frame/FormFrame";
import type { AccountField, SettingsTab } from "../model";
import { SettingsFrame } from "./SettingsFrame";

interface BindingForm {
  intent: string;
  submit: string;
  /** What is wrong with the whole. */
  problem?: string;
  fields: AccountField[];
}

export interface BindingModel {
  tabs: SettingsTab[];
  csrf: string;
  /** Channels without a gateway, as people call them; empty: none. */
  missing: string;
  channels: { channel: string; label: string; status: string; forms: BindingForm[] }[];
}

/** Phone and account of WeChat Work, by which the person can be told of things: a code goes there, and typing it binds. */
export function BindingPage({ model, busy }: { model: BindingModel; busy: boolean }) {
  const { tabs, csrf, missing, channels } = model;
  return (
    <SettingsFrame tabs={tabs}>
      {channels.map(({ channel, label, status, forms }) => (
        <section key={channel} aria-labelledby={`st-${channel}`}>
          <h2 id={`st-${channel}`}>{label}</h2>
          <p className="st-note">{status}</p>
          {/* Another status comes with what was done: nothing typed stays in the forms, a password least of all. */}
          {forms.map((form, at) => (
            <ChannelForm
              key={`${form.intent} ${status}`}
              channel={channel}
              csrf={csrf}
              form={form}
              isFirst={at === 0}
              busy={busy}
            />
          ))}
        </section>
      ))}
      {missing === "" ? null : (
        <section aria-labelledby="st-binding">
          <h2 id="st-binding">{channels.length > 0 ? "未接入的渠道" : "账号绑定"}</h2>
          <p className="st-note">
            {`本系统没有接入${missing}的网关，不能绑定，也不会通过${missing}发送通知。请使用账号和密码登录，通知显示在站内消息中。`}
          </p>
        </section>
      )}
    </SettingsFrame>
  );
}

function ChannelForm(props: {
  channel: string;
  csrf: string;
  form: BindingForm;
  /** What is to be done next; any other is beside it. */
  isFirst: boolean;
  busy: boolean;
}) {
  const { channel, csrf, form, isFirst, busy } = props;
  const { path } = useAddress();
  const body = useRef<HTMLDivElement>(null);
  useAnswerFocus(body, form, false);
  return (
    <Form method="post" action={path("/account/settings-binding")} className="af">
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="channel" value={channel} />
      {form.problem ? (
        <div className="no" data-level="error" role="alert">
          <p>{form.problem}</p>
        </div>
      ) : null}
      <div className="af-grid" ref={body}>
        {form.fields.map((field) => (
          <Entry key={field.name} field={field} />
        ))}
      </div>
      <div className="af-bar">
        <button
          type="submit"
          className="bt"
          name="_intent"
          value={form.intent}
          data-tone={form.intent === "unbind" ? "danger" : isFirst ? "primary" : undefined}
          disabled={busy}
        >
          {form.submit}
        </button>
      </div>
    </Form>
  );
}
