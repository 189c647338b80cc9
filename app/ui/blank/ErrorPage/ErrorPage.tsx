import { useAddress } from "~/ui/address";
import type { ErrorModel } from "~/ui/model";

/** Why a page cannot be shown, and where to go instead; inside the shell as well as alone. */
export function ErrorPage({ model }: { model: ErrorModel }) {
  const { href } = useAddress();
  const { status, title, message, trace, code, links } = model;
  return (
    <div className="ep" data-code={code}>
      <p className="ep-status" aria-hidden="true">
        {status}
      </p>
      <h1>{title}</h1>
      <p>{message}</p>
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
