import { PASSWORD_HINT, PASSWORD_MOST } from "~/shared/password-rules";
import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "../LoginFrame/LoginFrame";
import type { RecoverModel } from "../login-model";

/** The way back into an account whose password is forgotten: asked for by account and mailbox, gone by a link in a mail. */
export function RecoverPage({ model }: { model: RecoverModel }) {
  const { href } = useAddress();
  const { step, notices, problem } = model;
  return (
    <LoginFrame>
      <Messages notices={notices} problem={problem} />
      {step === "set" ? <NewPassword model={model} /> : null}
      {step === "ask" ? <Ask model={model} /> : null}
      <p className="lg-links">
        {step === "over" ? <a href={href("/user/recover")}>重新申请</a> : null}
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}

function Ask({ model }: { model: RecoverModel }) {
  const { href } = useAddress();
  const { account, email, errors } = model;
  return (
    <form method="post" action={href("/user/recover")} noValidate>
      <h2>找回密码</h2>
      <p className="lg-hint">请填写登录账号和账号登记的邮箱，我们将把重置链接发到该邮箱，30分钟内有效。</p>
      <Entry
        name="account"
        label="账号"
        value={account}
        error={errors.account}
        autoComplete="username"
        isFirst={account === "" || errors.account !== undefined}
      />
      <Entry
        name="email"
        label="邮箱"
        type="email"
        value={email}
        error={errors.email}
        autoComplete="email"
        isFirst={account !== "" && errors.account === undefined}
      />
      <button type="submit" className="bt" data-tone="primary">
        发送重置链接
      </button>
    </form>
  );
}

function NewPassword({ model }: { model: RecoverModel }) {
  const { href } = useAddress();
  const { account, ticket, errors } = model;
  const password = { type: "password", value: "", autoComplete: "new-password", maxLength: PASSWORD_MOST } as const;
  return (
    <form method="post" action={href("/user/recover")} noValidate>
      <h2>设置新密码</h2>
      <input type="hidden" name="ticket" value={ticket} />
      {/* Lets a password manager know whose password it keeps. */}
      <input type="text" name="username" value={account} autoComplete="username" readOnly hidden />
      <p className="lg-hint">
        账号 <strong>{account}</strong>
      </p>
      <Entry name="newpassword" label="新密码" error={errors.newpassword} isFirst={true} {...password} />
      <p className="er">{PASSWORD_HINT}</p>
      <Entry
        name="confirmpassword"
        label="确认密码"
        error={errors.confirmpassword}
        isFirst={errors.newpassword === undefined && errors.confirmpassword !== undefined}
        {...password}
      />
      <button type="submit" className="bt" data-tone="primary">
        保存新密码
      </button>
    </form>
  );
}

interface EntryProps {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  autoComplete: string;
  isFirst: boolean;
  type?: "text" | "email" | "password";
  maxLength?: number;
}

function Entry({ name, label, value, error, autoComplete, isFirst, type = "text", maxLength = 254 }: EntryProps) {
  const fault = error ? { "aria-invalid": true, "aria-describedby": `${name}-error` } : {};
  // One comes here to type: the first field that is empty or wrong is ready for it.
  const ready = { autoFocus: isFirst, ...fault };
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        className="in"
        type={type}
        defaultValue={value}
        required
        maxLength={maxLength}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        {...ready}
      />
      {error ? (
        <p className="er" id={`${name}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
}
