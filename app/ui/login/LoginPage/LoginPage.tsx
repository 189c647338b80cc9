import { useAddress } from "~/ui/address";
import type { LoginModel } from "~/ui/model";

/** Signing in: a plain form without script, complete in the first answer. */
export function LoginPage({ model }: { model: LoginModel }) {
  const { href } = useAddress();
  const { action, account, errors, problem, notices, redirect, demoAccounts } = model;
  const startAtPassword = account !== "" && !errors.username;
  return (
    <main className="lg">
      <h1>
        <b aria-hidden="true">供</b>供应商平台
      </h1>
      {notices.map(({ id, level, text, msg }) => (
        <div key={id} className="no" data-level={level} data-msg={msg} role="status">
          <p>{text}</p>
        </div>
      ))}
      {problem ? (
        <div className="no" data-level="error" role="alert">
          <p>{problem}</p>
        </div>
      ) : null}
      <form method="post" action={href(action)} noValidate>
        <input type="hidden" name="language" value="" />
        <input type="hidden" name="redirect" value={redirect} />
        <label htmlFor="username">账号</label>
        <input
          className="in"
          defaultValue={account}
          required
          maxLength={64}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...entry("username", errors.username, !startAtPassword)}
        />
        <Complaint name="username" text={errors.username} />
        <label htmlFor="password">密码</label>
        <input
          className="in"
          type="password"
          required
          maxLength={64}
          autoComplete="current-password"
          {...entry("password", errors.password, startAtPassword)}
        />
        <Complaint name="password" text={errors.password} />
        <button type="submit" className="bt" data-tone="primary">
          登录
        </button>
      </form>
      {demoAccounts ? <DemoAccounts accounts={demoAccounts} /> : null}
    </main>
  );
}

/** One comes here to type: the first field that is empty or wrong is ready for it. */
function entry(name: string, error: string | undefined, autoFocus: boolean) {
  const fault = error ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {};
  return { id: name, name, autoFocus, ...fault };
}

function Complaint({ name, text }: { name: string; text: string | undefined }) {
  return text ? (
    <p className="er" id={`${name}-error`}>
      {text}
    </p>
  ) : null;
}

function DemoAccounts({ accounts }: { accounts: NonNullable<LoginModel["demoAccounts"]> }) {
  return (
    <section className="lg-demo" aria-label="演示账号">
      <h2>演示账号</h2>
      <dl>
        {accounts.map(({ account, role }) => (
          <div key={account}>
            <dt>{account}</dt>
            <dd>{role}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
