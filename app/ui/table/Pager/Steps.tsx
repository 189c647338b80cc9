import { useAddress } from "~/ui/address";

/** One page back and one on, where nobody counts the pages. */
export function Steps({ page, previous, next }: { page: number; previous?: string; next?: string }) {
  const { href } = useAddress();
  if (!previous && !next) return null;
  return (
    <nav className="pr" aria-label="分页">
      <ul className="pr-pages">
        <li>
          {previous ? (
            <a href={href(previous)} rel="prev">
              上一页
            </a>
          ) : (
            <span>上一页</span>
          )}
        </li>
        <li>{`第 ${page} 页`}</li>
        <li>
          {next ? (
            <a href={href(next)} rel="next">
              下一页
            </a>
          ) : (
            <span>下一页</span>
          )}
        </li>
      </ul>
    </nav>
  );
}
