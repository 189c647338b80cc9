import { useAddress } from "~/ui/address";
import type { HomeModel } from "~/ui/model";

/** First what waits for me, then the numbers, then where one often goes. */
export function HomePage({ model }: { model: HomeModel }) {
  const { href } = useAddress();
  return (
    <div className="hm">
      <h1>{model.greeting}</h1>
      <section aria-label="等我处理">
        <h2>等我处理</h2>
        {model.waiting.length > 0 ? (
          <ul className="hm-waiting">
            {model.waiting.map(({ label, count, href: to, hint }) => (
              <li key={label}>
                <a href={href(to)}>
                  <b data-zero={count === 0 || undefined}>{count}</b>
                  <span>{label}</span>
                  <small>{hint}</small>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p>没有等您处理的事项。</p>
        )}
      </section>
      {model.numbers.length > 0 ? (
        <section aria-label="概况">
          <h2>概况</h2>
          <ul className="hm-numbers">
            {model.numbers.map(({ label, value, href: to }) => (
              <li key={label}>
                <a href={href(to)}>
                  <span>{label}</span>
                  <b>{value}</b>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {model.quick.length > 0 ? (
        <section aria-label="快捷入口">
          <h2>快捷入口</h2>
          <p className="ac">
            {model.quick.map(({ label, href: to }) => (
              <a key={label} className="bt" href={href(to)}>
                {label}
              </a>
            ))}
          </p>
        </section>
      ) : null}
    </div>
  );
}
