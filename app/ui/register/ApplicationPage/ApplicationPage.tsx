import type { ApplicantFiles, ApplicantTable } from "~/shared/applicant-page";
import { acceptedEndings } from "~/shared/file-kinds";
import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";
import { Entry } from "../Entry/Entry";
import type { RegisterModel } from "../register-model";

/** An application: the mailbox's answer first, then part by part, afterwards how far it has come. */
export function ApplicationPage({ model }: { model: RegisterModel }) {
  const { href } = useAddress();
  const { page, problem, access } = model;
  return (
    <LoginFrame>
      <Messages notices={[]} problem={problem} />
      <p>
        受理号 <strong>{page.number}</strong>　{page.company}　<strong>{page.stateLabel}</strong>
      </p>
      {page.about ? <p className="lg-hint">{page.about}</p> : null}
      {page.told ? (
        <div className="no" data-level={page.state === "supplement" ? "warning" : "info"} role="status">
          <p>{page.told}</p>
        </div>
      ) : null}
      {access ? <AccessCode model={model} access={access} /> : <Present model={model} />}
      <p className="lg-links">
        <a href={href("/registerSupplier/registerUI")}>查询其他申请</a>
        <a href={href("/user/login")}>返回登录</a>
      </p>
    </LoginFrame>
  );
}

function Present({ model }: { model: RegisterModel }) {
  const { page } = model;
  if (page.canEdit && page.isJoining) return <Join model={model} />;
  if (page.canEdit) return <Part model={model} />;
  if (!page.isProven && page.state === "draft") return <MailCode model={model} />;
  return page.canWithdraw ? <Withdraw model={model} /> : null;
}

function useOwnAddress({ ticket }: RegisterModel) {
  const { href } = useAddress();
  return (step?: string) => href(`/registerSupplier/registerUI?ticket=${ticket}${step ? `&step=${step}` : ""}`);
}

function AccessCode({ model, access }: { model: RegisterModel; access: string }) {
  const own = useOwnAddress(model);
  return (
    <section className="lg-closed rg">
      <h2>邮箱已验证，请记下查询码</h2>
      <p className="lg-hint">
        凭受理号和查询码可以随时继续填写、查询进度。两者也已发到{model.page.email}，忘记时可以在查询页面再次索取。
      </p>
      <dl>
        <dt>受理号</dt>
        <dd className="rg-code">{model.page.number}</dd>
        <dt>查询码</dt>
        <dd className="rg-code">{access}</dd>
      </dl>
      <a className="bt" data-tone="primary" href={own()}>
        {model.page.isJoining ? "继续" : "继续填写"}
      </a>
    </section>
  );
}

function MailCode({ model }: { model: RegisterModel }) {
  const own = useOwnAddress(model);
  return (
    <form className="rg" method="post" action={own()} noValidate>
      <h2>验证邮箱</h2>
      <p className="lg-hint">验证码已发送至{model.page.email}，10分钟内有效。</p>
      <Entry
        control={{
          ...{ name: "email_code", label: "邮箱验证码", kind: "text", value: "", required: true, maxLength: 6 },
          autoComplete: "one-time-code",
        }}
        error={model.errors.email_code}
      />
      <div className="rg-bar">
        <button type="submit" name="_intent" value="verify" className="bt" data-tone="primary">
          验证
        </button>
        <button type="submit" name="_intent" value="resend" className="bt">
          重新发送
        </button>
      </div>
    </form>
  );
}

function Part({ model }: { model: RegisterModel }) {
  const own = useOwnAddress(model);
  const { page, errors, values } = model;
  const isLast = page.step === "submit";
  return (
    <>
      <ol className="rg-steps">
        {page.steps.map(({ key, label, isDone }) => (
          <li key={key} aria-current={key === page.step ? "step" : undefined} data-done={isDone || undefined}>
            <a href={own(key)}>{label}</a>
          </li>
        ))}
      </ol>
      <form
        className="rg"
        method="post"
        action={own(page.step)}
        encType={page.files.length > 0 ? "multipart/form-data" : undefined}
      >
        <h2>{page.steps.find(({ key }) => key === page.step)?.label}</h2>
        <input type="hidden" name="step" value={page.step} />
        <input type="hidden" name="version" value={page.version} />
        {page.preview.map(({ title, facts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {facts.map(({ label, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {page.controls.map((control) => (
          <Entry key={control.name} control={control} typed={values[control.name]} error={errors[control.name]} />
        ))}
        {page.tables.map((table) => (
          <Table key={table.name} table={table} model={model} />
        ))}
        {page.files.map((files) => (
          <Files key={files.name} files={files} error={errors[files.name]} />
        ))}
        <div className="rg-bar">
          {isLast ? (
            <button type="submit" name="_intent" value="submit" className="bt" data-tone="primary">
              提交注册
            </button>
          ) : (
            <>
              <button type="submit" name="_intent" value="next" className="bt" data-tone="primary">
                保存并继续
              </button>
              <button type="submit" name="_intent" value="save" className="bt">
                暂存
              </button>
            </>
          )}
        </div>
      </form>
      <Withdraw model={model} />
    </>
  );
}

function Table({ table: { name, label, hint, rows }, model }: { table: ApplicantTable; model: RegisterModel }) {
  const { errors, values } = model;
  return (
    <fieldset>
      <legend>{label}</legend>
      {hint ? <p className="rg-help">{hint}</p> : null}
      {errors[name] ? <p className="er">{errors[name]}</p> : null}
      {rows.map(({ title, id, controls, files }, at) => (
        // Rows have no name but their place.
        <fieldset key={`${name}-${String(at)}`} className="rg-row">
          <legend>{title}</legend>
          {id ? <input type="hidden" name={`${name}.${String(at)}.id`} value={id} /> : null}
          {controls.map((control) => (
            <div key={control.name}>
              <Entry control={control} typed={values[control.name]} error={errors[control.name]} />
            </div>
          ))}
          {files ? <Files files={files} error={errors[files.name]} /> : null}
        </fieldset>
      ))}
    </fieldset>
  );
}

/** The account somebody would like to have at the supplier. */
function Join({ model }: { model: RegisterModel }) {
  const own = useOwnAddress(model);
  const { page, errors, values } = model;
  return (
    <>
      <form className="rg" method="post" action={own()} noValidate>
        <h2>申请加入</h2>
        {page.controls.map((control) => (
          <Entry key={control.name} control={control} typed={values[control.name]} error={errors[control.name]} />
        ))}
        <div className="rg-bar">
          <button type="submit" name="_intent" value="join" className="bt" data-tone="primary">
            提交申请
          </button>
        </div>
      </form>
      {page.canWithdraw ? <Withdraw model={model} /> : null}
    </>
  );
}

function Files({ files: field, error }: { files: ApplicantFiles; error: string | undefined }) {
  const { name, label, required, help, files } = field;
  return (
    <fieldset>
      <legend className={required ? "rg-need" : undefined}>{label}</legend>
      <input type="hidden" name={`${name}.shown`} value="1" />
      {files.map((file) => (
        <div key={file.id}>
          <input type="hidden" name={name} value={file.id} />
          {file.name}（{file.size}）
          <label className="ck">
            <input type="checkbox" name="drop" value={file.id} />
            删除
          </label>
        </div>
      ))}
      <input
        type="file"
        name={name}
        aria-label={`选择${label}`}
        multiple
        accept={acceptedEndings(["pdf", "picture"])}
      />
      <p className="rg-help">{help}</p>
      {error ? <p className="er">{error}</p> : null}
    </fieldset>
  );
}

function Withdraw({ model }: { model: RegisterModel }) {
  const own = useOwnAddress(model);
  return (
    <details>
      <summary>撤回申请</summary>
      <form className="rg" method="post" action={own()}>
        <p className="lg-hint">撤回后本次申请结束，不能恢复；需要时可以重新注册。</p>
        <input type="hidden" name="version" value={model.page.version} />
        <button type="submit" name="_intent" value="withdraw" className="bt" data-tone="danger">
          确认撤回
        </button>
      </form>
    </details>
  );
}
