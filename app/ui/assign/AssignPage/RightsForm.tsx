import { Form } from "@remix-run/react";
import { useAddress } from "~/ui/address";
import { dayInput } from "~/ui/dates/day-input";
import { FormTop } from "~/ui/form/FormTop/FormTop";
import { usePending } from "~/ui/form/pending";
import { Secrets } from "~/ui/form/Secrets";
import { UnsavedMark } from "~/ui/form/Watch/use-watch";
import type { AssignForm, RoleModel, ScopeNodeModel } from "../model";

/** Ticks of one tab; the button leads to what they would change. */
export function RightsForm({ form }: { form: AssignForm }) {
  const { path } = useAddress();
  const { busy } = usePending();
  const { action, version, secrets, note, problem, errors, readOnly, copy, scope, roles } = form;
  const state = JSON.stringify([version, scope?.mode, scope?.nodes, roles]);
  return (
    <>
      {readOnly ? (
        <div className="no" data-level="info">
          <p>{readOnly}</p>
        </div>
      ) : null}
      {note ? (
        <div className="no" data-level="info" role="status">
          <p>{note}</p>
        </div>
      ) : null}
      {copy ? <CopyBox copy={copy} /> : null}
      {/* A new choice from the server draws the boxes anew: they keep themselves otherwise. */}
      <Form key={state} method="post" action={path(action)} className="fm">
        <Secrets secrets={secrets} version={version} />
        <FormTop problem={problem} errors={errors} />
        <fieldset className="as-set" disabled={readOnly !== undefined}>
          {scope ? <ScopeFields scope={scope} /> : null}
          {roles ? <RoleTable roles={roles} /> : null}
        </fieldset>
        {readOnly ? null : (
          <div className="fm-bar">
            <button type="submit" className="bt" data-tone="primary" name="_intent" value="review" disabled={busy}>
              下一步：核对变化
            </button>
            <UnsavedMark answer={form} unsaved={problem !== undefined || errors.length > 0 || note !== undefined} />
          </div>
        )}
      </Form>
    </>
  );
}

function CopyBox({ copy }: { copy: NonNullable<AssignForm["copy"]> }) {
  const { path } = useAddress();
  return (
    <Form method="get" action={path(copy.action)} className="as-copy">
      <label htmlFor="as-copy">复制他人授权</label>
      <input
        id="as-copy"
        className="in"
        name="copy"
        defaultValue={copy.account}
        placeholder="对方的用户账号"
        maxLength={64}
        aria-invalid={copy.error ? true : undefined}
        aria-describedby={copy.error ? "as-copy-error" : undefined}
      />
      <button type="submit" className="bt">
        带入
      </button>
      {copy.error ? (
        <p className="er" id="as-copy-error">
          {copy.error}
        </p>
      ) : null}
    </Form>
  );
}

function ScopeFields({ scope }: { scope: NonNullable<AssignForm["scope"]> }) {
  const { label, mode, allRefused, nodes, main, hint } = scope;
  return (
    <>
      <fieldset className="as-mode">
        <legend>{label}范围</legend>
        <label>
          <input
            type="radio"
            name="mode"
            value="all"
            defaultChecked={mode === "all"}
            disabled={allRefused !== undefined && mode !== "all"}
          />
          全部{allRefused ? <i>（{allRefused}）</i> : null}
        </label>
        <label>
          <input type="radio" name="mode" value="listed" defaultChecked={mode === "listed"} />
          指定：只限下面勾选的{label}
        </label>
      </fieldset>
      {hint ? <p className="fd-help">{hint}</p> : null}
      <ul className="as-tree" aria-label={label}>
        {nodes.map((node) => (
          <Node key={node.id} node={node} />
        ))}
      </ul>
      {main ? (
        <p className="as-main">
          <label htmlFor="as-main">主采购组</label>
          <select id="as-main" className="in" name="main" defaultValue={main.value}>
            <option value="">（无）</option>
            {main.options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          {main.error ? <span className="er">{main.error}</span> : null}
        </p>
      ) : null}
    </>
  );
}

function Node({ node: { id, label, depth, choosable, checked, fixed } }: { node: ScopeNodeModel }) {
  if (!choosable)
    return (
      <li data-depth={depth} className="as-head">
        {label}
      </li>
    );
  return (
    <li data-depth={depth}>
      <label>
        <input type="checkbox" name="id" value={id} defaultChecked={checked} disabled={fixed !== undefined} />
        {label}
        {fixed ? <i>（{fixed}）</i> : null}
      </label>
      {/* A box that cannot be changed is not sent; what it says stays all the same. */}
      {fixed && checked ? <input type="hidden" name="id" value={id} /> : null}
    </li>
  );
}

function RoleTable({ roles }: { roles: readonly RoleModel[] }) {
  return (
    <div className="dt as-roles" data-scroll="page" data-edit="">
      <table>
        <caption className="vh">角色</caption>
        <thead>
          <tr>
            <th scope="col">角色</th>
            <th scope="col">生效日</th>
            <th scope="col">失效日</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <RoleRow key={role.code} role={role} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoleRow({ role: { code, label, checked, from, until, note, fixed, error } }: { role: RoleModel }) {
  const isFixed = fixed !== undefined;
  const day = (name: string, text: string, value: string) => (
    <input
      {...dayInput("date", value)}
      className="in"
      name={`${name}.${code}`}
      id={`${name}.${code}`}
      aria-label={`${label} ${text}`}
      defaultValue={value}
      disabled={isFixed}
      aria-invalid={name === "until" && error ? true : undefined}
    />
  );
  return (
    <tr>
      <td data-label="角色">
        <label>
          <input type="checkbox" name="role" value={code} defaultChecked={checked} disabled={isFixed} /> {label}
        </label>
        {isFixed && checked ? (
          <>
            <input type="hidden" name="role" value={code} />
            <input type="hidden" name={`from.${code}`} value={from} />
            <input type="hidden" name={`until.${code}`} value={until} />
          </>
        ) : null}
      </td>
      <td data-label="生效日">{day("from", "生效日", from)}</td>
      <td data-label="失效日">
        {day("until", "失效日", until)}
        {error ? <p className="er">{error}</p> : null}
      </td>
      <td data-label="说明">{[fixed, note].filter(Boolean).join("，") || "—"}</td>
    </tr>
  );
}
