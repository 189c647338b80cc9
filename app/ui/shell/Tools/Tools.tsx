import { useAddress } from "~/ui/address";
import type { ShellModel } from "~/ui/model";
import { Bell } from "../Bell/Bell";

/** What stands at the right of the header before the person: messages, and how one likes the interface. */
export function Tools({ model }: { model: ShellModel }) {
  const { href } = useAddress();
  return (
    <div className="sh-tools">
      <a className="sh-tool" href={href("/account/custom")} title="个性化设置">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M1 4h7m4 0h3M1 12h3m4 0h7" />
          <circle cx="10" cy="4" r="2" />
          <circle cx="6" cy="12" r="2" />
        </svg>
        <span className="vh">个性化设置</span>
      </a>
      <Bell counts={model.bell} csrf={model.csrf} from={model.path} />
    </div>
  );
}
