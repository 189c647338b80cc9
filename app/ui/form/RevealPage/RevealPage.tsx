import { useAddress } from "~/ui/address";
import type { RevealModel } from "./model";

/** The answer to a change that made a secret: it stands here once and nowhere afterwards. */
export function RevealPage({ model }: { model: RevealModel }) {
  const { href } = useAddress();
  return (
    <section className="fm rv" aria-label={model.title}>
      <h1 tabIndex={-1}>{model.title}</h1>
      {model.secrets.map(({ label, value, note }) => (
        <div key={label} className="rv-secret" role="status">
          <p className="rv-label">{label}</p>
          <output>{value}</output>
          <p>{note}</p>
        </div>
      ))}
      {model.warnings.map((warning) => (
        <div key={warning} className="no" data-level="warning">
          <p>{warning}</p>
        </div>
      ))}
      <div className="fm-bar">
        <a className="bt" data-tone="primary" href={href(model.nextHref)}>
          已记下，查看记录
        </a>
      </div>
    </section>
  );
}
