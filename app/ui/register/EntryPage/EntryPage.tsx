import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";
import { Entry } from "../Entry/Entry";
import type { EntryModel } from "../register-model";

/** Without a ticket: begin, or come back with number and access code. */
export function EntryPage({ model }: { model: EntryModel }) {
  const { href } = useAddress();
  return (
    <LoginFrame>
      <Messages
        notices={model.lost.said ? [{ id: "asked", level: "success", text: model.lost.said }] : []}
        problem={model.problem}
      />
      <section className="lg-closed">
        <h2>供应商注册</h2>
        <p className="lg-hint">第一次注册，请先验证企业代码和邮箱。</p>
        <a className="bt" data-tone="primary" href={href("/user/register")}>
          开始注册
        </a>
      </section>
      <form className="rg" method="post" action={href("/registerSupplier/registerUI")} noValidate>
        <h2>进度查询 / 继续填写</h2>
        <Entry
          control={{
            name: "number",
            label: "受理号",
            kind: "text",
            value: model.number,
            required: true,
            maxLength: 40,
          }}
        />
        <Entry
          control={{
            ...{ name: "access", label: "查询码", kind: "text", value: "", required: true, maxLength: 20 },
            ...{ help: "验证邮箱后显示、并发到邮箱的12位代码", autoComplete: "off" },
          }}
        />
        <button type="submit" className="bt" data-tone="primary">
          查询
        </button>
      </form>
      <Lost model={model} />
      <p className="lg-links">
        <a href={href("/registerSupplier/notices")}>预审公告</a>
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}

/** Number and access code, sent to the mailbox again. */
function Lost({ model: { lost, errors } }: { model: EntryModel }) {
  const { href } = useAddress();
  return (
    <details id="lost" open={lost.isOpen}>
      <summary>忘记受理号或查询码</summary>
      <form className="rg" method="post" action={href("/registerSupplier/registerUI")} noValidate>
        <p className="lg-hint">填写申请时的企业代码和邮箱，受理号和查询码会发到这个邮箱。</p>
        <Entry
          control={{
            ...{ name: "uscc", label: "统一社会信用代码", kind: "text", value: lost.uscc, required: true },
            maxLength: 18,
          }}
          error={errors.uscc}
        />
        <Entry
          control={{
            ...{ name: "email", label: "邮箱", kind: "email", value: lost.email, required: true, maxLength: 100 },
            autoComplete: "email",
          }}
          error={errors.email}
        />
        <button type="submit" name="_intent" value="lost" className="bt">
          发到邮箱
        </button>
      </form>
    </details>
  );
}
