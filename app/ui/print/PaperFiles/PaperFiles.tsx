export interface PaperFilesProps {
  /** `href` opens once; without one the note says why. */
  files: readonly { id: string; name: string; size: string; href: string | null; note: string | null }[];
}

/** What was handed in with a document, for those who decide about it in another system. */
export function PaperFiles({ files }: PaperFilesProps) {
  if (files.length === 0) return null;
  return (
    <section className="pp-files">
      <h2>附件</h2>
      <p>每个附件的链接只能下载一次，且在打开本页后的一段时间内有效；再次下载请刷新本页。</p>
      <ul>
        {files.map(({ id, name, size, href, note }) => (
          <li key={id}>
            {href ? (
              <a href={href} rel="nofollow noreferrer">
                {name}
              </a>
            ) : (
              name
            )}
            （{size}
            {note ? `，${note}` : ""}）
          </li>
        ))}
      </ul>
    </section>
  );
}
