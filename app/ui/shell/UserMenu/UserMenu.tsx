import { Avatar } from "~/ui/account/Avatar/Avatar";
import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";

/** The drop-down of the signed-in person. */
export function UserMenu({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  const { user, path, bare } = model;
  const from = `?from=${encodeURIComponent(path)}`;
  return (
    <details className="sh-user" data-floating="">
      <summary>
        <Avatar name={user.name} href={user.avatarHref} />
        <span>
          {user.name}
          {user.supplierName ? <small title={user.supplierName}>{user.supplierName}</small> : null}
        </span>
      </summary>
      <div className="sh-pop">
        <p>
          {user.name}
          <small>{`账号 ${user.account}`}</small>
          {user.supplierName ? <small>{user.supplierName}</small> : null}
        </p>
        {bare ? null : (
          <>
            <a href={href(`/account/profile${from}`)} data-dialog="form">
              个人中心
            </a>
            <a href={href(`/account/password${from}`)} data-dialog="password">
              修改密码
            </a>
            <a href={href("/account/account-center")}>我的账号</a>
            <a href={href("/account/settings-base")}>账号设置</a>
            <a href={href("/account/inbox")}>与我有关的动态</a>
          </>
        )}
        <a href={href(`/account/logout${bare ? "" : from}`)} data-dialog="logout">
          退出登录
        </a>
      </div>
    </details>
  );
}
