import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { SettingsTab } from "../model";
import { SettingsFrame } from "./SettingsFrame";

export interface NotificationModel {
  tabs: SettingsTab[];
  csrf: string;
  choices: { code: string; label: string; help: string; wanted: boolean; always: boolean; mail: string | null }[];
  times: { value: string; label: string }[];
  quiet: { from: number; to: number } | null;
}

/** What one wants to hear about: one form, one button. */
export function NotificationPage({ model, busy }: { model: NotificationModel; busy: boolean }) {
  const { path } = useAddress();
  return (
    <SettingsFrame tabs={model.tabs}>
      <Form method="post" action={path("/account/settings-notification")} className="af">
        <input type="hidden" name="_csrf" value={model.csrf} />
        <h2>站内消息与邮件</h2>
        {model.choices.map(({ code, label, help, wanted, always, mail }) => (
          <div key={code} className="af-field">
            <label className="af-tick">
              <input
                type="checkbox"
                name={code}
                value="1"
                defaultChecked={wanted}
                disabled={always}
                aria-describedby={`${code}-help`}
              />
              {label}
            </label>
            {mail === null ? null : (
              <select className="in" name={`mail:${code}`} defaultValue={mail} aria-label={`${label}：邮件`}>
                {model.times.map((time) => (
                  <option key={time.value} value={time.value}>
                    {time.label}
                  </option>
                ))}
              </select>
            )}
            <p className="af-help" id={`${code}-help`}>
              {help}
            </p>
          </div>
        ))}
        <h2>邮件免打扰</h2>
        <div className="af-field">
          <HourSelect label="免打扰开始" name="quiet_from" chosen={model.quiet?.from} />
          <HourSelect label="免打扰结束" name="quiet_to" chosen={model.quiet?.to} />
          <p className="af-help">
            这段时间里的邮件推迟到结束后发出，站内消息和安全提醒不受影响。开始与结束相同即不推迟；有一项按公司设置，两项都按公司设置。
          </p>
        </div>
        <div>
          <button type="submit" className="bt" data-tone="primary" disabled={busy}>
            保存
          </button>
        </div>
      </Form>
    </SettingsFrame>
  );
}

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

function HourSelect({ label, name, chosen }: { label: string; name: string; chosen: number | undefined }) {
  return (
    <label>
      {label}
      <select className="in" name={name} defaultValue={chosen === undefined ? "" : String(chosen)}>
        <option value="">按公司设置</option>
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>{`${hour}:00`}</option>
        ))}
      </select>
    </label>
  );
}
