import { useAddress } from "~/ui/address";
import type { HistoryModel } from "~/ui/model/record";
import { Steps } from "~/ui/table/Pager/Steps";
import { History } from "../History/History";

/** Everything that happened to a record, page by page. */
export function HistoryPage({ model }: { model: HistoryModel }) {
  const { href } = useAddress();
  const { title, entries, page, previous, next, backHref } = model;
  return (
    <article className="rc">
      <header>
        <p className="rc-kind">
          <a href={href(backHref)}>‹ 返回</a>
        </p>
        <h1>{title}</h1>
      </header>
      {entries.length > 0 ? <History entries={entries} all /> : <p className="rc-none">没有更多变更记录。</p>}
      <Steps page={page} previous={previous} next={next} />
    </article>
  );
}
