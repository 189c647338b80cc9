import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { Pager as PagerModel } from "~/ui/model/list";

/** Total, pages and page sizes below a list: links, and where there are many pages a field for the number of one. */
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
          {links.map((link, position) => (
            <li key={link.label} data-number="" data-gap={isGap(links[position - 1], link) ? "" : undefined}>
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
      {model.jump ? <Jump jump={model.jump} pages={pages} /> : null}
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

/** Pages between two numbers are not named. */
function isGap(before: PagerModel["links"][number] | undefined, link: PagerModel["links"][number]): boolean {
  return before !== undefined && Number(link.label) - Number(before.label) > 1;
}

function Jump({ jump, pages }: { jump: NonNullable<PagerModel["jump"]>; pages: number }) {
  const { path } = useAddress();
  return (
    <Form className="pr-jump" method="get" action={path(jump.action)}>
      {jump.hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label>
        到第
        <input className="in" name="page" inputMode="numeric" autoComplete="off" aria-label={`页码，共 ${pages} 页`} />
        页
      </label>
      <button type="submit" className="bt" data-quiet="">
        跳转
      </button>
    </Form>
  );
}
