import { useAddress } from "~/ui/address";
import type { BatchResultModel } from "~/ui/model/list";

/** What became of a step for several records: how many were done, and row by row what could not be done and why. */
export function BatchResultPage({ model }: { model: BatchResultModel }) {
  const { href } = useAddress();
  const { title, done, failed, backHref } = model;
  return (
    <div className="fm">
      <h1>{title}</h1>
      <div className="no" data-level={failed.length === 0 ? "success" : "warning"} role="status">
        <p>{failed.length === 0 ? `${done}。` : `${done}，${failed.length} 条没有处理：`}</p>
      </div>
      {failed.length > 0 ? (
        <section className="dt" data-scroll="page" aria-label="没有处理的记录">
          <table>
            <caption className="vh">没有处理的记录</caption>
            <thead>
              <tr>
                <th scope="col">记录</th>
                <th scope="col">原因</th>
              </tr>
            </thead>
            <tbody>
              {failed.map(({ id, title: name, href: to, message }) => (
                <tr key={id}>
                  <th scope="row">{to ? <a href={href(to)}>{name}</a> : name}</th>
                  <td data-label="原因" data-wrap="anywhere">
                    {message}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <p>
        <a className="bt" data-tone="primary" href={href(backHref)}>
          返回列表
        </a>
      </p>
    </div>
  );
}
