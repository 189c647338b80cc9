import type { ReactNode } from "react";
import type { Notice } from "~/ui/model";

/** What all pages before the sign-in look like. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main className="lg">
      <h1>
        <b aria-hidden="true">供</b>供应商平台
      </h1>
      {children}
    </main>
  );
}

/** Why one stands here, and what went wrong with what was sent. */
export function Messages({ notices, problem }: { notices: Notice[]; problem: string | undefined }) {
  return (
    <>
      {notices.map(({ id, level, title, text, msg }) => (
        <div key={id} className="no" data-level={level} data-msg={msg} role="status">
          <p>
            {title ? <strong>{title} </strong> : null}
            {text}
          </p>
        </div>
      ))}
      {problem ? (
        <div className="no" data-level="error" role="alert">
          <p>{problem}</p>
        </div>
      ) : null}
    </>
  );
}
