import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { UnsavedMark } from "~/ui/form/Watch/use-watch";
import type { SettingsTab } from "../model";
import { SettingsFrame } from "./SettingsFrame";

interface Choice {
  value: string;
  label: string;
}

export interface NotificationModel {
  tabs: SettingsTab[];
  csrf: string;
  rows: {
    code: string;
    label: string;
    module: string;
    help: string;
    site: boolean | null;
    mail: string | null;
    gateways: { channel: string; choice: string | null }[];
    always: boolean;
    error: string;
  }[];
  /** Channels beside mail that the person has bound: a column each. */
  ways: { channel: string; label: string }[];
  mailChoices: Choice[];
  hasAddress: boolean;
  quiet: { mode: string; from: number; to: number; modes: Choice[]; help: string; error: string };
}

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);

/** What one wants to hear about, by which way, and when mails wait: one form, one button. */
export function NotificationPage({ model, busy }: { model: NotificationModel; busy: boolean }) {
  const { path, href } = useAddress();
  const { tabs, csrf, rows, hasAddress } = model;
  return (
    <SettingsFrame tabs={tabs}>
      <Form method="post" action={path("/account/settings-notification")} className="af st-news">
        <input type="hidden" name="_csrf" value={csrf} />
        <table className="st-table">
          <caption>通知</caption>
          <thead>
            <tr>
              <th scope="col">事件</th>
              <th scope="col">站内消息</th>
              <th scope="col">邮件</th>
              {model.ways.map(({ channel, label }) => (
                <th key={channel} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <NotificationRow key={row.code} row={row} model={model} />
            ))}
          </tbody>
        </table>
        {hasAddress ? null : (
          <p className="af-help">
            您还没有填写邮箱，收不到邮件。<a href={href("/account/settings-base")}>填写邮箱</a>
          </p>
        )}
        <QuietHours quiet={model.quiet} hasWays={model.ways.length > 0} />
        <div className="af-bar">
          <button type="submit" className="bt" data-tone="primary" disabled={busy}>
            保存
          </button>
          <UnsavedMark answer={model} unsaved={model.quiet.error !== "" || rows.some(({ error }) => error !== "")} />
        </div>
      </Form>
    </SettingsFrame>
  );
}

function NotificationRow({ row, model }: { row: NotificationModel["rows"][number]; model: NotificationModel }) {
  const { code, label, module, help, site, mail, always, error } = row;
  return (
    <tr>
      <th scope="row">
        {label}
        <span className="af-help">{`${module}：${help}`}</span>
      </th>
      <td data-way="站内消息">
        {site === null ? (
          "—"
        ) : (
          <input
            type="checkbox"
            name={code}
            value="1"
            defaultChecked={site}
            disabled={always}
            aria-label={`${label}：站内消息`}
          />
        )}
      </td>
      <td data-way="邮件">
        {mail === null ? (
          "—"
        ) : (
          <select
            className="in"
            name={`mail.${code}`}
            defaultValue={mail}
            disabled={always}
            aria-label={`${label}：邮件`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${code}-error` : undefined}
          >
            {model.mailChoices.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        )}
        {error ? (
          <p className="er" id={`${code}-error`}>
            {error}
          </p>
        ) : null}
      </td>
      {row.gateways.map(({ channel, choice }, at) => (
        <td key={channel} data-way={model.ways[at]?.label}>
          {choice === null ? (
            "—"
          ) : (
            <select
              className="in"
              name={`${channel}.${code}`}
              defaultValue={choice}
              disabled={always}
              aria-label={`${label}：${model.ways[at]?.label ?? ""}`}
            >
              {model.mailChoices.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </select>
          )}
        </td>
      ))}
    </tr>
  );
}

function QuietHours({ quiet, hasWays }: { quiet: NotificationModel["quiet"]; hasWays: boolean }) {
  const { mode, modes, help, error } = quiet;
  return (
    <fieldset className="st-quiet">
      <legend>{hasWays ? "免打扰" : "邮件免打扰"}</legend>
      {modes.map(({ value, label }) => (
        <div key={value} className="af-tick">
          <label>
            <input type="radio" name="quiet" value={value} defaultChecked={value === mode} /> {label}
          </label>
          {value === "own" ? (
            <>
              <HourSelect name="quiet_from" label="开始" value={quiet.from} />
              到
              <HourSelect name="quiet_to" label="结束" value={quiet.to} />
            </>
          ) : null}
        </div>
      ))}
      {error ? <p className="er">{error}</p> : null}
      <p className="af-help">{help}</p>
    </fieldset>
  );
}

function HourSelect({ name, label, value }: { name: string; label: string; value: number }) {
  return (
    <select className="in" name={name} defaultValue={value} aria-label={`免打扰${label}`}>
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {`${hour}:00`}
        </option>
      ))}
    </select>
  );
}
