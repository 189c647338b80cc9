import type { LabelSheet } from "~/shared/print-document";
import { useAddress } from "~/ui/address";

/** Labels of 100 by 70 millimetres, each on a sheet of its own; on a screen side by side. Without script. */
export function LabelPage({ sheet, backHref }: { sheet: LabelSheet; backHref: string }) {
  const { href } = useAddress();
  const { code } = sheet;
  return (
    <div className="lb">
      <nav className="lb-bar" aria-label="页面操作">
        <a href={href(backHref)}>‹ 返回</a>
        <span>用浏览器的打印命令打印（Ctrl+P，苹果电脑 ⌘P），标签纸 100×70 毫米。</span>
      </nav>
      <main>
        <h1>{sheet.title}</h1>
        <div className="lb-sheet">
          {sheet.labels.map(({ id, title, facts }) => (
            <section key={id} className="lb-one" aria-label={title}>
              <h2>{title}</h2>
              <dl>
                {facts.map(({ label, text }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
              <svg
                className="lb-code"
                viewBox={`0 0 ${code.size} ${code.size}`}
                role="img"
                aria-label={`二维码：${code.content}`}
              >
                <path d={code.path} />
              </svg>
            </section>
          ))}
        </div>
        <p className="lb-printed">{sheet.printed}</p>
      </main>
    </div>
  );
}
