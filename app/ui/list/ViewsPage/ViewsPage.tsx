import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { ViewsModel } from "~/ui/model/list";

/** The saved views of a list: one form each for the name, the default and removing. */
export function ViewsPage({ model }: { model: ViewsModel }) {
  const { path, href } = useAddress();
  const { title, action, views, save, secrets, backHref } = model;
  return (
    <div className="vp">
      <h1>{title}</h1>
      {save ? (
        <Form key={secrets.once} className="vp-save" method="post" action={path(action)}>
          <Secrets secrets={secrets} />
          <input type="hidden" name="query" value={save.query} />
          <Name id="view-new" name="name" label="视图名称" value={save.name} error={save.error} />
          <button type="submit" className="bt" data-tone="primary" name="_intent" value="save">
            保存
          </button>
        </Form>
      ) : null}
      {views.length === 0 ? (
        <p>还没有保存的视图。在列表中设好条件和排序后，点「保存为视图」。</p>
      ) : (
        <ul className="vp-list">
          {views.map((view) => (
            <li key={view.id}>
              <p>
                <a href={href(view.href)}>{view.stored}</a>
                {view.isDefault ? <span className="bd">默认打开</span> : null}
              </p>
              <Form key={secrets.once} method="post" action={path(action)}>
                <Secrets secrets={secrets} />
                <Name
                  id={`view-${view.id}`}
                  name={`name.${view.id}`}
                  label={`「${view.stored}」的名称`}
                  value={view.name}
                  error={view.error}
                />
                <button type="submit" className="bt" name="_intent" value={`rename ${view.id}`}>
                  改名
                </button>
                <button
                  type="submit"
                  className="bt"
                  name="_intent"
                  value={view.isDefault ? "plain" : `default ${view.id}`}
                >
                  {view.isDefault ? "取消默认" : "设为默认"}
                </button>
                <button type="submit" className="bt" data-tone="danger" name="_intent" value={`remove ${view.id}`}>
                  删除
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a className="bt" href={href(backHref)}>
          返回列表
        </a>
      </p>
    </div>
  );
}

interface NameProps {
  id: string;
  name: string;
  label: string;
  value: string;
  error?: string;
}

function Name({ id, name, label, value, error }: NameProps) {
  return (
    <div className="vp-name">
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        className="in"
        id={id}
        name={name}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error ? (
        <p className="er" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
