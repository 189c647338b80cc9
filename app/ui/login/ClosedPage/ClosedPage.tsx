import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "../LoginFrame/LoginFrame";

/** Nobody registers here by himself: whom to ask instead. */
export function ClosedPage() {
  const { href } = useAddress();
  return (
    <LoginFrame>
      <Messages notices={[{ id: "closed", level: "info", text: "注册已关闭，请联系采购员" }]} problem={undefined} />
      <section className="lg-closed">
        <h2>如何开通账号</h2>
        <dl>
          <dt>新供应商</dt>
          <dd>请联系与您洽谈业务的采购员，由采购员邀请登记并开通账号。</dd>
          <dt>已合作供应商</dt>
          <dd>请联系本企业的账号管理员；没有管理员时，请联系负责的采购员。</dd>
          <dt>内部员工</dt>
          <dd>请联系系统管理员。</dd>
        </dl>
      </section>
      <p className="lg-links">
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}
