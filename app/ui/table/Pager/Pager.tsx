import { useAddress } from "~/ui/address";
import type { Pager as PagerModel } from "~/ui/model";

/** Total, pages and page sizes below a list; links only. */
export function Pager({ model }: { model: PagerModel }) {
  const { href } = useAddress();
  const { page, pages, total, links, previous, next, sizes } = model;
  return (
    <nav className="pr" aria-label="分页">
      <span>{`共 ${total}`}</span>
      {pages > 1 ? (
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
          {links.map((link) => (
            <li key={link.label} data-number="">
              <a
                href={href(link.href)}
                aria-current={link.current ? "page" : undefined}
                aria-label={`第 ${link.label} 页`}
              >
                {link.label}
              </a>
            </li>
          ))}
          <li className="pr-here">{`${page} / ${pages}`}</li>
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
      ) : null}
      <ul className="pr-sizes" aria-label="每页条数">
        <li>每页</li>
        {sizes.map(({ size, href: to, current }) => (
          <li key={size}>
            <a href={href(to)} aria-current={current ? "true" : undefined}>
              {size}
            </a>
          </li>
        ))}
        <li>条</li>
      </ul>
    </nav>
  );
}
