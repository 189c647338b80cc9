import { useAddress } from "~/ui/address";
import { Facts } from "~/ui/record/Facts/Facts";
import { StateTabs } from "~/ui/table/StateTabs/StateTabs";
import type { AssignModel } from "../model";
import { Confirm } from "./Confirm";
import { Explain } from "./Explain";
import { RightsForm } from "./RightsForm";

/** What one person may do and on which rows: a tab for each, changed by a form and a page that says what changes. */
export function AssignPage({ model }: { model: AssignModel }) {
  const { href } = useAddress();
  const { title, heading, backHref, facts, tabs, body } = model;
  return (
    <article className="rc as">
      <header className="rc-head">
        <div className="rc-kind">
          <a href={href(backHref)}>‹ 返回列表</a>
          <span>{title}</span>
        </div>
        <div className="rc-name">
          <h1>{heading}</h1>
        </div>
        <Facts facts={facts} prominent />
      </header>
      <StateTabs tabs={tabs} toggles={[]} />
      {body.kind === "form" ? <RightsForm form={body} /> : null}
      {body.kind === "confirm" ? <Confirm confirm={body} /> : null}
      {body.kind === "explain" ? <Explain explain={body} /> : null}
    </article>
  );
}
