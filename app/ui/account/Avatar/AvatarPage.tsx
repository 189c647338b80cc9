import { Form } from "@remix-run/react";
import { type ChangeEvent, useState } from "react";
import { useAddress } from "~/ui/address";
import type { SettingsTab } from "../model";
import { SettingsFrame } from "../Settings/SettingsFrame";
import { Avatar } from "./Avatar";
import { Cropper } from "./Cropper";

export interface AvatarModel {
  tabs: SettingsTab[];
  csrf: string;
  name: string;
  picture?: string;
  error?: string;
}

const MOST_BYTES = 2 * 1024 * 1024;

/** The present picture, and choosing another one. The server cuts the middle out where no script lets one choose. */
export function AvatarPage({ model, busy }: { model: AvatarModel; busy: boolean }) {
  const { path } = useAddress();
  const [chosen, choose] = useState<string | null>(null);
  const action = path("/account/settings-avatar");
  function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    choose(null);
    // Too large a file is refused by the server; there is no use in showing it.
    if (!file || file.size > MOST_BYTES || !/^image\/(jpeg|png|webp)$/.test(file.type)) return;
    const reader = new FileReader();
    reader.onload = () => choose(typeof reader.result === "string" ? reader.result : null);
    reader.readAsDataURL(file);
  }
  return (
    <SettingsFrame tabs={model.tabs}>
      <section aria-labelledby="st-avatar">
        <h2 id="st-avatar">当前头像</h2>
        <div className="st-line">
          <Avatar name={model.name} href={model.picture} size="full" />
          {model.picture ? (
            <Form method="post" action={action}>
              <input type="hidden" name="_csrf" value={model.csrf} />
              <button type="submit" className="bt" name="_intent" value="remove" disabled={busy}>
                恢复默认
              </button>
            </Form>
          ) : (
            <p className="st-note">没有上传图片时，显示姓名的末两个字。</p>
          )}
        </div>
      </section>
      <section aria-labelledby="st-upload">
        <h2 id="st-upload">上传图片</h2>
        <Form method="post" action={action} encType="multipart/form-data" className="af">
          <input type="hidden" name="_csrf" value={model.csrf} />
          <div className="cr">
            <label htmlFor="f-file">图片</label>
            <input
              id="f-file"
              type="file"
              name="file"
              accept="image/jpeg,image/png,image/webp"
              aria-invalid={model.error ? true : undefined}
              aria-describedby={model.error ? "f-file-error f-file-help" : "f-file-help"}
              onChange={read}
            />
            {model.error ? (
              <p className="er" id="f-file-error">
                {model.error}
              </p>
            ) : null}
            <p className="af-help" id="f-file-help">
              jpg、png 或 webp，不超过 2MB。图片按正方形裁剪，未选择范围时取中间部分。
            </p>
            {chosen ? <Cropper source={chosen} /> : null}
          </div>
          <div>
            <button type="submit" className="bt" data-tone="primary" disabled={busy}>
              {busy ? "处理中…" : "上传"}
            </button>
          </div>
        </Form>
      </section>
    </SettingsFrame>
  );
}
