import { useAddress } from "~/ui/address";
import type { LoginModel } from "~/ui/model";
import { LoginFrame, Messages } from "../LoginFrame/LoginFrame";
import type { CaptchaModel, SignInModel } from "../login-model";
import { SumPicture } from "../SumPicture/SumPicture";

/** Signing in: a plain form without script, complete in the first answer. */
export function LoginPage({ model }: { model: SignInModel }) {
  const { href } = useAddress();
  const { action, account, errors, problem, notices, redirect, once, captcha, demoAccounts } = model;
  const startAtPassword = account !== "" && !errors.username;
  return (
    <LoginFrame>
      <Messages notices={notices} problem={problem} />
      <form method="post" action={href(action)} noValidate>
        <input type="hidden" name="language" value="" />
        <input type="hidden" name="password1" value="" />
        <input type="hidden" name="redirect" value={redirect} />
        <input type="hidden" name="_once" value={once} />
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
        {captcha ? <Captcha captcha={captcha} /> : null}
        <button type="submit" className="bt" data-tone="primary">
          登录
        </button>
        <p className="lg-links">
          <a href={href("/user/recover")}>忘记密码</a>
          <a href={href("/user/register")}>注册账号</a>
        </p>
      </form>
      {demoAccounts ? <DemoAccounts accounts={demoAccounts} /> : null}
    </LoginFrame>
  );
}

/** The sum in the picture is asked for after several wrong passwords. */
function Captcha({ captcha }: { captcha: CaptchaModel }) {
  const { href } = useAddress();
  const { id, picture, again, error } = captcha;
  return (
    <>
      <input type="hidden" name="captchaId" value={id} />
      <div className="lg-ask">
        <label htmlFor="captcha">验证码：图中算式的结果</label>
        <a href={href(again)}>换一张</a>
      </div>
      <div className="lg-sum">
        <input
          className="in"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...entry("captcha", error, false)}
        />
        <SumPicture picture={picture} />
      </div>
      <Complaint name="captcha" text={error} />
    </>
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
