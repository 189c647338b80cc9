import type { NoticePage, NoticesPage } from "~/shared/applicant-page";
import { useAddress } from "~/ui/address";
import { LoginFrame, Messages } from "~/ui/login/LoginFrame/LoginFrame";

const HERE = "/registerSupplier/notices";

function Links() {
  const { href } = useAddress();
  return (
    <p className="lg-links">
      <a href={href("/user/register")}>供应商注册</a>
      <a href={href("/user/login")}>返回登录</a>
    </p>
  );
}

/** Prequalifications anybody may apply for. */
export function Notices({ model }: { model: NoticesPage }) {
  const { href } = useAddress();
  const { rows, page, pages } = model;
  return (
    <LoginFrame>
      <section className="lg-closed rg">
        <h2>预审公告</h2>
        {rows.length === 0 ? <p className="lg-hint">目前没有接受申请的公开资格预审。</p> : null}
        <ul className="rg-notices">
          {rows.map(({ number, title, category, deadline }) => (
            <li key={number}>
              <a href={href(`${HERE}/${number}`)}>{title}</a>
              <p className="rg-help">
                {number}　{category}　申请截止 {deadline}
              </p>
            </li>
          ))}
        </ul>
        {pages > 1 ? (
          <p className="lg-links">
            {page > 1 ? <a href={href(`${HERE}?page=${page - 1}`)}>上一页</a> : <span>第一页</span>}
            <span>
              {page} / {pages}
            </span>
            {page < pages ? <a href={href(`${HERE}?page=${page + 1}`)}>下一页</a> : <span>最后一页</span>}
          </p>
        ) : null}
      </section>
      <Links />
    </LoginFrame>
  );
}

/** One prequalification: what is asked, until when, and the way to take part; null where there is nothing to read. */
export function Notice({ model }: { model: NoticePage | null }) {
  const { href } = useAddress();
  if (!model)
    return (
      <LoginFrame>
        <Messages notices={[]} problem="公告不存在，或者申请已经截止" />
        <p className="lg-links">
          <a href={href(HERE)}>全部预审公告</a>
        </p>
        <Links />
      </LoginFrame>
    );
  const { questionsUntil, answers, hasFiles, criteria } = model;
  return (
    <LoginFrame>
      <section className="lg-closed rg">
        <h2>{model.title}</h2>
        <dl>
          <dt>预审编号</dt>
          <dd>{model.number}</dd>
          <dt>物料类别</dt>
          <dd>{model.category}</dd>
          <dt>发布时间</dt>
          <dd>{model.publishedAt}</dd>
          {questionsUntil ? (
            <>
              <dt>提问截止</dt>
              <dd>{questionsUntil}</dd>
            </>
          ) : null}
          <dt>申请截止</dt>
          <dd>
            <strong>{model.deadline}</strong>
          </dd>
          <dt>结果有效期至</dt>
          <dd>{model.validTo}</dd>
        </dl>
        <p className="rg-text">{model.notice}</p>
        <h2>条件</h2>
        <ol className="rg-notices">
          {criteria.map(({ group, title, expected }) => (
            <li key={title}>
              {group}：{title}
              {expected ? <p className="rg-help">合格要求：{expected}</p> : null}
            </li>
          ))}
        </ol>
        {answers ? (
          <>
            <h2>答疑</h2>
            <p className="rg-text">{answers}</p>
          </>
        ) : null}
        {hasFiles ? <p className="lg-hint">预审文件在登录后的“预审公告”中下载。</p> : null}
        <p className="lg-hint">
          还不是供应商的企业先注册，注册通过后在平台应答；已有账号的供应商登录后在“预审公告”中报名。
        </p>
        <div className="rg-bar">
          <a className="bt" data-tone="primary" href={href(`/user/register?preq=${model.number}`)}>
            注册并报名
          </a>
          <a className="bt" href={href("/user/login?redirect=/supplier-onboarding/preq-notice")}>
            登录后报名
          </a>
        </div>
      </section>
      <p className="lg-links">
        <a href={href(HERE)}>全部预审公告</a>
      </p>
      <Links />
    </LoginFrame>
  );
}
