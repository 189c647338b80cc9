import { useAddress } from "~/ui/address";
import type { FormModel } from "~/ui/model/form";

/** Something typed earlier and not saved: it waits, or the form shows it. Stands within the form, whose text it keeps as it is. */
export function DraftBar({ draft, busy }: { draft: FormModel["draft"]; busy: boolean }) {
  const { href } = useAddress();
  if (!draft) return null;
  return (
    <div className="no df" data-level={draft.href ? "warning" : undefined}>
      <p>
        {draft.href
          ? `您于 ${draft.at} 暂存过未保存的内容。这里只保留最近一份，再次暂存会替换它。`
          : `以下是您于 ${draft.at} 暂存的内容，还没有保存。`}
      </p>
      {draft.href ? (
        <>
          <input type="hidden" name="_waiting" value="1" />
          <a className="bt" href={href(draft.href)}>
            继续填写
          </a>
        </>
      ) : null}
      <button type="submit" className="bt" name="_intent" value="discard" formNoValidate disabled={busy}>
        放弃
      </button>
    </div>
  );
}
