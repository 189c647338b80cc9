import { useNavigation } from "@remix-run/react";

/** Thin bar on top while the next page is on its way; read out once. */
export function Progress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="pg" data-busy={busy || undefined}>
      <output className="vh" data-msg="Loading..">
        {busy ? "加载中…" : ""}
      </output>
    </div>
  );
}
