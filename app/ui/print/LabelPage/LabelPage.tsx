import type { LabelSheet } from "~/shared/print-document";
import { useAddress } from "~/ui/address";

export interface LabelPageProps {
  title: string;
  /** Who printed them and when. */
  printed: string;
  sheets: readonly LabelSheet[];
  /** What of the chosen rows is not here, and why. */
  left?: string | null;
  backHref: string;
}

/** Labels of 100 by 70 millimetres, each on a sheet of its own; on a screen side by side. Without script. */
export function LabelPage({ title, printed, sheets, left, backHref }: LabelPageProps) {
  const { href } = useAddress();
  return (
    <div className="lb">
      <nav className="lb-bar" aria-label="页面操作">
        <a href={href(backHref)}>‹ 返回</a>
        <span>用浏览器的打印命令打印（Ctrl+P，苹果电脑 ⌘P），标签纸 100×70 毫米。</span>
      </nav>
      {left ? (
        <p className="lb-left" role="status">
          {left}
        </p>
      ) : null}
      <main>
        <h1>{title}</h1>
        <div className="lb-sheet">
          {sheets
            .flatMap(({ code, labels }) => labels.map((label) => ({ ...label, code })))
            .map((one) => (
              <section key={one.id} className="lb-one" aria-label={one.title}>
                <h2>{one.title}</h2>
                <dl>
                  {one.facts.map(({ label, text }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{text}</dd>
                    </div>
                  ))}
                </dl>
                <svg
                  className="lb-code"
                  viewBox={`0 0 ${one.code.size} ${one.code.size}`}
                  role="img"
                  aria-label={`二维码：${one.code.content}`}
                >
                  <path d={one.code.path} />
                </svg>
              </section>
            ))}
        </div>
        <p className="lb-printed">{printed}</p>
      </main>
    </div>
  );
}
