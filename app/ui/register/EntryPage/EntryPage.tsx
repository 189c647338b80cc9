import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";
import { Entry } from "../Entry/Entry";
import type { EntryModel } from "../register-model";

/** Without a ticket: begin, or come back with number and access code. */
export function EntryPage({ model }: { model: EntryModel }) {
  const { href } = useAddress();
  return (
    <LoginFrame>
      <Messages notices={[]} problem={model.problem} />
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
            ...{ help: "验证邮箱后显示的12位代码", autoComplete: "off" },
          }}
        />
        <button type="submit" className="bt" data-tone="primary">
          查询
        </button>
      </form>
      <p className="lg-links">
        <a href={href("/registerSupplier/notices")}>预审公告</a>
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}
