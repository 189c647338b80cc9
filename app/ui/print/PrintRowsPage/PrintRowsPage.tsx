import type { PrintDocument } from "~/shared/print-document";
import { useAddress } from "~/ui/address";
import { useNonce } from "~/ui/nonce";
import { namedFootRule } from "../foot-rule";
import { Paper } from "../PrintPage/PrintPage";

export interface PrintRowsPageProps {
  documents: readonly { id: string; document: PrintDocument }[];
  /** Who printed them and when. */
  printed: string;
  /** What of the chosen rows is not here, and why. */
  left: string | null;
  backHref: string;
}

/** Several records on paper, each beginning on its own sheet: one document without script. */
export function PrintRowsPage({ documents, printed, left, backHref }: PrintRowsPageProps) {
  const { href } = useAddress();
  const sheets = documents.map(({ id, document }) => ({ name: `sheets-${id}`, document }));
  const rules = sheets.map(({ name, document: { foot, landscape } }) => namedFootRule(name, { text: foot, landscape }));
  return (
    <>
      <style nonce={useNonce()} dangerouslySetInnerHTML={{ __html: rules.join("") }} />
      <nav className="pp-bar" aria-label="页面操作">
        <a href={href(backHref)}>‹ 返回</a>
        <span>
          共 {sheets.length} 张，每张从新的一页开始。用浏览器的打印命令打印（Ctrl+P，苹果电脑 ⌘P），纸张选 A4。
        </span>
      </nav>
      {left === null ? null : (
        <p className="pp-left" role="status">
          {left}
        </p>
      )}
      <main>
        {sheets.map(({ name, document }) => (
          <div key={name} id={name} className="pp pp-one" data-wide={document.landscape || undefined}>
            <article
              className="pp-paper"
              aria-label={[document.title, document.number?.text].filter(Boolean).join(" ")}
            >
              <Paper document={document} printed={printed} />
            </article>
          </div>
        ))}
      </main>
    </>
  );
}
