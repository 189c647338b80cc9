import { useAddress } from "~/ui/address";
import type { ApiCall, ApiDocsModel, ApiValue } from "~/ui/model/api-docs";

/** The REST contract, group by group. */
export function ApiDocsPage({ model }: { model: ApiDocsModel }) {
  const { href } = useAddress();
  return (
    <article className="ad">
      <header className="ls-head">
        <h1>{model.title}</h1>
        <a className="bt" href={model.documentHref} data-reload="">
          OpenAPI 文件
        </a>
      </header>
      <p>
        只列出您有权使用的接口。令牌放在 Authorization 请求头或 Cookie 里；十进制数、日期和 id
        都是文本；每个应答都是同一种信封：success、code、message、result、timestamp。
      </p>
      <nav aria-label="接口分组">
        <ul>
          {model.groups.map((group) => (
            <li key={group.label}>
              <a href={href(group.href)} aria-current={group.current ? "page" : undefined}>
                {`${group.label}（${group.count}）`}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {model.calls.map((call) => (
        <CallSection key={call.id} call={call} />
      ))}
    </article>
  );
}

function CallSection({ call }: { call: ApiCall }) {
  return (
    <section id={call.id} aria-labelledby={`${call.id}-name`}>
      <h2 id={`${call.id}-name`}>{call.summary}</h2>
      <p>
        <code>{`${call.method} ${call.path}`}</code>
        <span>{`权限：${call.permission}`}</span>
      </p>
      {call.note ? <p>{call.note}</p> : null}
      <Values label={`请求（${call.sentAs}）`} values={call.given} />
      {call.files ? <p>{`应答为文件：${call.files}`}</p> : <Values label="应答的 result" values={call.answered} />}
    </section>
  );
}

function Values({ label, values }: { label: string; values: ApiValue[] }) {
  if (values.length === 0) return null;
  return (
    <details>
      <summary>{`${label} · ${values.length}项`}</summary>
      <table>
        <caption className="vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">类型</th>
            <th scope="col">必填</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value.name}>
              <td>
                <code>{value.name}</code>
              </td>
              <td>{value.type}</td>
              <td>{value.required ? "是" : ""}</td>
              <td>{value.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
