import type { ApplicantControl } from "~/shared/applicant-page";
import { useAddress } from "~/ui/address";
import { ClosedPage } from "~/ui/login/ClosedPage/ClosedPage";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";
import { Entry } from "../Entry/Entry";
import type { StartModel } from "../register-model";
import { Sum } from "../Sum/Sum";

const CONTROLS: readonly ApplicantControl[] = [
  {
    ...{ name: "uscc", label: "统一社会信用代码", kind: "text", value: "", required: true, maxLength: 18 },
    help: "营业执照上的18位代码",
  },
  {
    name: "contact_name",
    label: "联系人",
    kind: "text",
    value: "",
    required: true,
    maxLength: 30,
    autoComplete: "name",
  },
  {
    name: "contact_phone",
    label: "手机号",
    kind: "tel",
    value: "",
    required: true,
    maxLength: 20,
    autoComplete: "tel",
  },
  {
    ...{ name: "contact_email", label: "邮箱", kind: "email", value: "", required: true, maxLength: 100 },
    ...{ autoComplete: "email", help: "验证码和审核结果发到这里" },
  },
  {
    ...{ name: "code", label: "邀请码", kind: "text", value: "", maxLength: 20, autoComplete: "off" },
    help: "收到邀请邮件的填写，没有的留空",
  },
];

/** The door: who applies, and where the answers go. */
export function StartPage({ model }: { model: StartModel }) {
  const { href } = useAddress();
  const { isOpen, values, errors, problem, captcha, solved, about } = model;
  if (!isOpen) return <ClosedPage />;
  const from = new URLSearchParams(
    ["code", "preq"].flatMap((name) => (values[name] ? [[name, values[name]] as [string, string]] : [])),
  ).toString();
  return (
    <LoginFrame>
      <Messages
        notices={
          about
            ? [{ id: "about", level: "info", text: `报名资格预审「${about.title}」，申请截止 ${about.deadline}` }]
            : []
        }
        problem={problem}
      />
      <form className="rg" method="post" action={href("/user/register")} noValidate>
        <h2>供应商注册</h2>
        <p className="lg-hint">
          共六步：企业信息、联系人与账号、供应物料、资质证照、银行信息、预览提交。随时可以保存，凭受理号和查询码继续；审核通过后开通账号。
        </p>
        {CONTROLS.map((control) => (
          <Entry key={control.name} control={control} typed={values[control.name]} error={errors[control.name]} />
        ))}
        <input type="hidden" name="preq" value={values.preq ?? ""} />
        <Sum
          captcha={captcha}
          solved={solved}
          another={href(`/user/register${from ? `?${from}` : ""}`)}
          error={errors.captcha}
        />
        <p className="lg-hint">
          平台协议：所填资料须真实有效，仅用于供应商准入与业务往来；不得提供虚假证照，不得向采购人员输送利益；平台按法律要求保护联系人信息。
        </p>
        <Entry
          control={{ name: "agree", label: "我已阅读并同意平台协议", kind: "check", value: "" }}
          typed={values.agree}
          error={errors.agree}
        />
        <button type="submit" className="bt" data-tone="primary">
          发送邮箱验证码
        </button>
      </form>
      <p className="lg-links">
        <a href={href("/registerSupplier/registerUI")}>查询进度 / 继续填写</a>
        <a href={href("/registerSupplier/notices")}>预审公告</a>
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}
