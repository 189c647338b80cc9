import { useAddress } from "~/ui/address";

export interface ResultModel {
  title: string;
  description: string;
  facts: { label: string; text: string }[];
  problems: { what: string; message: string; href: string | null }[];
  next: { label: string; href: string }[];
  draftHref: string | null;
  trace: string;
}

/** How a long action ended: what to keep, what went wrong, where to go on. */
export function ResultPage({ kind, model }: { kind: "success" | "error"; model: ResultModel }) {
  const { href } = useAddress();
  return (
    <div className="rs" data-kind={kind}>
      <header>
        <span className="rs-sign" aria-hidden="true">
          {kind === "success" ? "✓" : "!"}
        </span>
        <div>
          <h1>{model.title}</h1>
          {model.description ? <p role="status">{model.description}</p> : null}
        </div>
      </header>
      {model.facts.length > 0 ? (
        <dl className="af-facts">
          {model.facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Problems problems={model.problems} />
      <p className="rs-next">
        {model.draftHref ? (
          <a className="bt" data-tone="primary" href={href(model.draftHref)}>
            返回修改
          </a>
        ) : null}
        {model.next.map(({ label, href: to }, index) => (
          <a
            key={to}
            className="bt"
            data-tone={index === 0 && !model.draftHref ? "primary" : undefined}
            href={href(to)}
          >
            {label}
          </a>
        ))}
      </p>
      {kind === "error" && model.trace ? <p className="af-help">{`追踪号 ${model.trace}`}</p> : null}
    </div>
  );
}

function Problems({ problems }: Pick<ResultModel, "problems">) {
  const { href } = useAddress();
  if (problems.length === 0) return null;
  return (
    <section className="dt" data-scroll="page" aria-label="没有处理的记录">
      <table>
        <caption className="vh">没有处理的记录</caption>
        <thead>
          <tr>
            <th scope="col">记录</th>
            <th scope="col">原因</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ what, message, href: to }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be called the same, and never change on the page
            <tr key={index}>
              <th scope="row">{to ? <a href={href(to)}>{what}</a> : what}</th>
              <td data-label="原因" data-wrap="anywhere">
                {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
