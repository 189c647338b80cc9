import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { SettingsTab } from "../model";
import { SettingsFrame } from "./SettingsFrame";

export interface NotificationModel {
  tabs: SettingsTab[];
  csrf: string;
  choices: { code: string; label: string; help: string; wanted: boolean; always: boolean }[];
}

/** What one wants to hear about: one form, one button. */
export function NotificationPage({ model, busy }: { model: NotificationModel; busy: boolean }) {
  const { path } = useAddress();
  return (
    <SettingsFrame tabs={model.tabs}>
      <Form method="post" action={path("/account/settings-notification")} className="af">
        <input type="hidden" name="_csrf" value={model.csrf} />
        <h2>站内提醒</h2>
        {model.choices.map(({ code, label, help, wanted, always }) => (
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
            <p className="af-help" id={`${code}-help`}>
              {help}
            </p>
          </div>
        ))}
        <div>
          <button type="submit" className="bt" data-tone="primary" disabled={busy}>
            保存
          </button>
        </div>
      </Form>
    </SettingsFrame>
  );
}
