import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import type { Fact } from "~/ui/model/record";
import { Facts } from "~/ui/record/Facts/Facts";

export interface RunModel {
  title: string;
  text: string;
  facts: Fact[];
  submit: string;
  action: string;
  cancelHref: string;
  csrf: string;
}

/** Asks before a batch of people is carried out. */
export function RunPage({ model, busy }: { model: RunModel; busy: boolean }) {
  const { path, href } = useAddress();
  const { title, text, facts, submit, action, cancelHref, csrf } = model;
  return (
    <Form method="post" action={path(action)} className="fm">
      <input type="hidden" name="_csrf" value={csrf} />
      <h1>{title}</h1>
      <div className="no" data-level="info">
        <p>{text}</p>
      </div>
      <section aria-label="将要执行">
        <Facts facts={facts} />
      </section>
      <div className="fm-bar">
        <button type="submit" className="bt" data-tone="primary" disabled={busy}>
          {busy ? "执行中…" : submit}
        </button>
        <a className="bt" href={href(cancelHref)}>
          取消
        </a>
      </div>
    </Form>
  );
}
