import { useAddress } from "~/ui/address";
import type { Fact } from "~/ui/model/record";

/** The files of a field: each leads to itself, pictures show themselves small. Plain links, so that the browser saves and opens. */
export function Files({ fact: { files = [], allFiles, label } }: { fact: Fact }) {
  const { href } = useAddress();
  return (
    <>
      <ul className="fl" aria-label={label}>
        {files.map((file) => (
          <li key={file.id}>
            {file.small && file.view ? (
              <a href={href(file.view)} target="_blank" rel="noreferrer" data-reload="">
                <img src={href(file.small)} alt={file.name} loading="lazy" decoding="async" />
              </a>
            ) : null}
            {file.href ? (
              <a href={href(file.href)} download="" data-reload="">
                {file.name}
              </a>
            ) : (
              <span>{file.name}</span>
            )}
            <small>{file.size}</small>
            {file.view && !file.small ? (
              <a href={href(file.view)} target="_blank" rel="noreferrer" data-reload="">
                预览
              </a>
            ) : null}
            {file.note ? (
              <span className="bd" data-tone="warning">
                {file.note}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {allFiles ? (
        <a href={href(allFiles)} download="" data-reload="">
          全部下载
        </a>
      ) : null}
    </>
  );
}
