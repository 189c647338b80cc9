import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";
import { MenuSearch } from "../MenuSearch/MenuSearch";
import { Tools } from "../Tools/Tools";
import { TopTabs } from "../TopTabs/TopTabs";
import { UserMenu } from "../UserMenu/UserMenu";

/** The bar on top: logo, top tabs, tools, the person. */
export function Header({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  return (
    <header className="sh-head">
      <a className="sh-logo" href={href("/qiaqia/home")}>
        <b aria-hidden="true">供</b>
        <span>供应商平台</span>
      </a>
      <TopTabs tabs={model.topTabs} csrf={model.csrf} />
      {model.demo ? (
        <aside className="sh-demo" aria-label="演示说明" title="香满园食品为虚构企业">
          演示数据<span>：香满园食品为虚构企业</span>
        </aside>
      ) : null}
      {model.bare ? null : <MenuSearch />}
      {model.bare ? null : <Tools model={model} />}
      <UserMenu model={model} />
    </header>
  );
}
