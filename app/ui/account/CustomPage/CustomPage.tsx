import { useEffect, useRef } from "react";
import { useAddress } from "~/ui/address";
import { UnsavedMark } from "~/ui/form/Watch/use-watch";
import { PreferenceFields } from "./PreferenceFields";

export interface CustomModel {
  title: string;
  action: string;
  csrf: string;
  /** By name, as the form carries them. */
  values: Readonly<Record<string, string>>;
  errors: { name: string; message: string }[];
}

/**
 * 个性化设置: one plain form, sent as a whole. It is never sent by script: what it changes (whether pages carry any, how the frame is
 * drawn) is decided with the document.
 */
export function CustomPage({ model }: { model: CustomModel }) {
  const { href } = useAddress();
  const { title, action, csrf, values, errors } = model;
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors.length > 0) problem.current?.focus();
  }, [errors]);
  return (
    <div className="pf">
      <h1>{title}</h1>
      <p className="pf-about">设置跟着账号走：换一台电脑或手机登录，看到的是同样的界面。</p>
      {errors.length > 0 ? (
        <div className="no" data-level="error" role="alert" tabIndex={-1} ref={problem}>
          <ul>
            {errors.map(({ name, message }) => (
              <li key={name}>
                <a href={`#f-${name}`}>{message}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <form method="post" action={href(action)} noValidate>
        <input type="hidden" name="_csrf" value={csrf} />
        <PreferenceFields values={values} errors={errors} />
        <div className="pf-bar">
          <button type="submit" className="bt" data-tone="primary" name="_intent" value="save">
            保存
          </button>
          <button type="submit" className="bt" name="_intent" value="reset">
            恢复默认
          </button>
          <UnsavedMark answer={model} unsaved={errors.length > 0} />
        </div>
      </form>
    </div>
  );
}
