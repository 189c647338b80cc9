import type { FormSecrets } from "~/ui/model/form";

/** What a form posts unseen: proof of origin, its one-time id, and the version it was opened with. */
export function Secrets({ secrets, version }: { secrets: FormSecrets; version?: string }) {
  return (
    <>
      <input type="hidden" name="_csrf" value={secrets.csrf} />
      <input type="hidden" name="_once" value={secrets.once} />
      {version === undefined ? null : <input type="hidden" name="_version" value={version} />}
    </>
  );
}
