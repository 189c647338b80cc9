import { Form } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { ColumnsModel } from "~/ui/model/list";

type Column = ColumnsModel["columns"][number];

/**
 * Which columns a list shows and in which order. The arrows are submit buttons, which the server answers with the new order;
 * with script the rows move at once.
 */
export function ColumnsPage({ model }: { model: ColumnsModel }) {
  const { path, href } = useAddress();
  const { columns, move, list } = useOrder(model.columns);
  return (
    <Form className="cp" method="post" action={path(model.action)}>
      <Secrets secrets={model.secrets} />
      <h1>{model.title}</h1>
      <p className="cp-hint">勾选要显示的列，用箭头调整先后。只影响您自己，导出时也按这些列。</p>
      <ol ref={list} className="cp-list">
        {columns.map((column, index) => (
          <li key={column.key}>
            <input type="hidden" name="order" value={column.key} />
            <label>
              <input
                type="checkbox"
                name="column"
                value={column.key}
                defaultChecked={column.chosen}
                disabled={column.fixed}
              />
              {column.label}
              {column.fixed ? <small>总在最前</small> : null}
            </label>
            {column.fixed
              ? null
              : verbs.map((verb) => (
                  <button
                    key={verb.name}
                    type="submit"
                    className="bt"
                    data-quiet=""
                    name="_intent"
                    value={`${verb.name} ${column.key}`}
                    aria-label={`${column.label}${verb.label}`}
                    title={verb.label}
                    disabled={verb.name === "down" ? index === columns.length - 1 : index === 1}
                    onClick={(event) => move(event, column.key, verb.name)}
                  >
                    {verb.sign}
                  </button>
                ))}
          </li>
        ))}
      </ol>
      <div className="cp-bar">
        <button type="submit" className="bt" data-tone="primary" name="_intent" value="save">
          保存
        </button>
        <button type="submit" className="bt" name="_intent" value="reset">
          恢复标准
        </button>
        <a className="bt" href={href(model.cancelHref)}>
          返回列表
        </a>
      </div>
    </Form>
  );
}

const verbs = [
  { name: "top", label: "移到最前", sign: "⤒" },
  { name: "up", label: "上移", sign: "↑" },
  { name: "down", label: "下移", sign: "↓" },
] as const;

/** The order as it was moved in the browser; each answer of the server is a new beginning. */
function useOrder(sent: Column[]) {
  const [state, setState] = useState({ sent, columns: sent });
  const columns = state.sent === sent ? state.columns : sent;
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<string>();
  // A row that moves loses the focus of its button.
  useEffect(() => {
    if (!pressed.current) return;
    list.current?.querySelector<HTMLElement>(`[value="${CSS.escape(pressed.current)}"]`)?.focus();
    pressed.current = undefined;
  });
  function move(event: MouseEvent<HTMLButtonElement>, key: string, verb: (typeof verbs)[number]["name"]) {
    event.preventDefault();
    pressed.current = `${verb} ${key}`;
    const at = columns.findIndex((column) => column.key === key);
    const to = verb === "top" ? 1 : verb === "up" ? at - 1 : at + 1;
    const moving = columns[at];
    if (!moving || to < 1 || to >= columns.length) return;
    const rest = columns.filter((column) => column !== moving);
    setState({ sent, columns: [...rest.slice(0, to), moving, ...rest.slice(to)] });
  }
  return { columns, move, list };
}
