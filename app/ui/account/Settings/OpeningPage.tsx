import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { Entry } from "../Fields/Entry";
import { FileEntry } from "../Fields/FileEntry";
import type { AccountField, AccountTable, SettingsTab } from "../model";
import { AccountRows } from "./AccountRows";
import { SettingsFrame } from "./SettingsFrame";

export interface OpeningModel {
  tabs: SettingsTab[];
  csrf: string;
  key: { how: "passphrase" | "file"; howText: string; fingerprint: string; madeAt: string } | null;
  /** Which of both ways the form starts with. */
  how: "passphrase" | "file";
  isLost: boolean;
  problem?: string;
  next: AccountField[];
  keyfile: { error?: string };
  /** What unlocks the present key; asked for where it is replaced. */
  present: { label: string; how: "passphrase" | "file"; error?: string } | null;
  password: AccountField[];
  held: AccountTable;
}

const ACTION = "/account/settings-opening";

/** The key by which the person opens what is sealed, and where. */
export function OpeningPage({ model, busy }: { model: OpeningModel; busy: boolean }) {
  const { href, path } = useAddress();
  const { key } = model;
  return (
    <SettingsFrame tabs={model.tabs}>
      <section aria-labelledby="st-key">
        <h2 id="st-key">开启口令</h2>
        <p className="st-note">
          密封的报价由两名开启人共同开启，每人用自己的开启口令或密钥文件交出一份。系统不保存口令和密钥文件，任何人（包括管理员）都不能替您找回或重置。
        </p>
        {key ? (
          <p className="st-line">
            <span>方式：{key.howText}</span>
            <span>公钥指纹：{key.fingerprint}</span>
            <span>设置时间：{key.madeAt}</span>
          </p>
        ) : (
          <p className="st-note">您还没有设置，暂不能被指定为开启人或监督人。</p>
        )}
      </section>
      <section aria-labelledby="st-key-set">
        <h2 id="st-key-set">{key ? "更换" : "设置"}</h2>
        <Form method="post" action={path(ACTION)} encType="multipart/form-data" className="af">
          <input type="hidden" name="_csrf" value={model.csrf} />
          {model.problem ? (
            <div className="no" data-level="error" role="alert" tabIndex={-1}>
              <p>{model.problem}</p>
            </div>
          ) : null}
          <Present model={model} />
          <fieldset className="cr">
            <legend>新的方式</legend>
            <label className="af-tick">
              <input type="radio" name="how" value="passphrase" defaultChecked={model.how === "passphrase"} />
              口令
            </label>
            <label className="af-tick">
              <input type="radio" name="how" value="file" defaultChecked={model.how === "file"} />
              密钥文件
            </label>
          </fieldset>
          <div className="af-grid">
            {model.next.map((field) => (
              <Entry key={field.name} field={field} />
            ))}
          </div>
          <FileEntry
            name="keyfile"
            label="密钥文件"
            error={model.keyfile.error}
            help="选择密钥文件方式时填写：先下载新的密钥文件，保存到只有您能取到的地方（如U盘），再在这里选择它。每次下载的文件都不同。"
          />
          <p>
            <a className="bt" href={href("/account/opening-key-file")} download>
              下载新的密钥文件
            </a>
          </p>
          <div className="af-grid">
            {model.password.map((field) => (
              <Entry key={field.name} field={field} />
            ))}
          </div>
          <div>
            <button type="submit" className="bt" data-tone="primary" disabled={busy}>
              {busy ? "处理中…" : "保存"}
            </button>
          </div>
        </Form>
      </section>
      <section aria-labelledby="st-held">
        <h2 id="st-held">由我开启的密封内容</h2>
        <AccountRows table={model.held} />
      </section>
    </SettingsFrame>
  );
}

/** What unlocks the present key, or that it is lost, with what follows from that. */
function Present({ model }: { model: OpeningModel }) {
  const { present } = model;
  if (!present) return null;
  const error = present.error === undefined ? {} : { error: present.error };
  return (
    <>
      {present.how === "file" ? (
        <FileEntry name="present" label={present.label} error={present.error} />
      ) : (
        <div className="af-grid">
          <Entry field={{ name: "present", label: present.label, kind: "password", value: "", ...error }} />
        </div>
      )}
      <div className="cr">
        <label className="af-tick">
          <input type="checkbox" name="lost" value="1" defaultChecked={model.isLost} />
          已遗失，直接重新设置
        </label>
        <p className="af-help">
          用当前的更换时，尚未开启的密封内容改由新的开启。遗失后重新设置的，此前密封的内容新的打不开，只能由另一名开启人与监督人共同开启（须两名管理员申请并确认）；日后想起原来的，仍可使用。
        </p>
      </div>
    </>
  );
}
