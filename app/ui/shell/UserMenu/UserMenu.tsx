import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/** The drop-down of the signed-in person. */
export function UserMenu({ user }: { user: ShellModel["user"] }) {
  const { href } = useAddress();
  return (
    <details className="sh-user" data-floating="">
      <summary>
        <b aria-hidden="true">{Array.from(user.name)[0]}</b>
        <span>{user.name}</span>
      </summary>
      <div className="sh-pop">
        <p>
          {user.name}
          <small>{`账号 ${user.account}`}</small>
          {user.supplierName ? <small>{user.supplierName}</small> : null}
        </p>
        <a href={href("/account/inbox")}>与我有关的动态</a>
        <a href={href("/account/logout")}>退出登录</a>
      </div>
    </details>
  );
}
