import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";
import type { RegisterModel } from "../register-model";

/** What was received and what comes next; opened without a ticket only the way back. */
export function ResultPage({ model }: { model: RegisterModel | null }) {
  const { href } = useAddress();
  return (
    <LoginFrame>
      {model ? (
        <>
          <Messages notices={[{ id: "told", level: "info", text: model.page.told }]} problem={undefined} />
          <section className="lg-closed rg">
            <h2>{model.page.stateLabel}</h2>
            <dl>
              <dt>受理号</dt>
              <dd className="rg-code">{model.page.number}</dd>
              <dt>企业</dt>
              <dd>{model.page.company}</dd>
              <dt>联系邮箱</dt>
              <dd>{model.page.email}</dd>
            </dl>
            <a className="bt" href={href(`/registerSupplier/registerUI?ticket=${model.ticket}`)}>
              {model.page.canEdit ? "继续完善资料" : "查询进度"}
            </a>
          </section>
        </>
      ) : null}
      <p className="lg-links">
        <a href={href("/registerSupplier/registerUI")}>查询进度</a>
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}
