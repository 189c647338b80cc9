import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { Secrets } from "~/ui/form/Secrets";
import type { CommentEntry, CommentForm, Comments as Model } from "~/ui/model/record";
import { MentionBox } from "./MentionBox";

/** What people wrote on a record, newest first, and the form for more. */
export function Comments({ comments }: { comments: Model }) {
  const { href } = useAddress();
  const { entries, older, form } = comments;
  return (
    <div className="cm">
      {form ? <Write key={form.key} form={form} /> : null}
      {entries.length > 0 ? <ol>{entries.map(entryRow)}</ol> : <p className="rc-none">还没有评论。</p>}
      {older ? <a href={href(older.href)}>{older.label}</a> : null}
    </div>
  );
}

function Write({ form }: { form: CommentForm }) {
  const { path } = useAddress();
  const { action, text, error, maxLength, internal, note, secrets, peopleHref } = form;
  return (
    <Form className="cm-write" method="post" action={path(action)} noValidate preventScrollReset>
      <Secrets secrets={secrets} />
      <label htmlFor="f-text">写评论</label>
      <MentionBox
        text={text}
        maxLength={maxLength}
        peopleHref={peopleHref}
        describedBy={error ? "f-text-error f-text-note" : "f-text-note"}
        invalid={error !== undefined}
      />
      {error ? (
        <p className="er" id="f-text-error">
          {error}
        </p>
      ) : null}
      <p className="cm-note" id="f-text-note">
        {note}
      </p>
      <div className="cm-send">
        <button type="submit" className="bt" data-tone="primary">
          发表评论
        </button>
        {internal ? (
          <>
            <input type="hidden" name="_choice" value="internal" />
            <label>
              <input
                type="checkbox"
                name="internal"
                value="1"
                defaultChecked={internal.checked}
                aria-describedby="f-internal-help"
              />
              仅内部可见
            </label>
            <span className="cm-note" id="f-internal-help">
              {internal.help}
            </span>
          </>
        ) : null}
      </div>
    </Form>
  );
}

function entryRow({ id, at, who, internal, shared, parts }: CommentEntry) {
  return (
    <li key={id} id={id} tabIndex={-1}>
      <p className="cm-head">
        <strong>{who}</strong>
        <time>{at}</time>
        {internal ? (
          <span className="bd" data-tone="draft">
            仅内部
          </span>
        ) : null}
        {shared ? (
          <span className="bd" data-tone="waiting">
            供应商可见
          </span>
        ) : null}
      </p>
      <p className="cm-text">
        {parts.map(({ text, named }, index) =>
          named ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
            <b key={index} data-named={named}>
              {text}
            </b>
          ) : (
            text
          ),
        )}
      </p>
    </li>
  );
}
