import { useAddress } from "~/ui/address";
import type { ErrorPageModel } from "../error-model";

/** Why a page cannot be shown, and where to go instead; inside the shell as well as alone. */
export function ErrorPage({ model }: { model: ErrorPageModel }) {
  const { href } = useAddress();
  const { status, title, message, literal, wanted, advice, trace, code, links } = model;
  return (
    <div className="ep" data-code={code}>
      <p className="ep-status" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      {literal ? <p className="ep-literal">{literal}</p> : null}
      <p>{message}</p>
      {advice ? <p>{advice}</p> : null}
      {wanted ? (
        <p className="ep-wanted">
          访问的地址：<code>{wanted}</code>
        </p>
      ) : null}
      {links.length > 0 ? (
        <p className="ep-links">
          {links.map(({ label, href: to }) => (
            <a key={label} className="bt" href={href(to)}>
              {label}
            </a>
          ))}
        </p>
      ) : null}
      {trace ? <p className="ep-trace">追踪号 {trace}（联系管理员时请提供）</p> : null}
    </div>
  );
}
