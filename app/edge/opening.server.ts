import { data } from "@remix-run/node";
import { newKeyFile } from "~/engine/sealing/crypto.server";
import { setOpeningKey, staffOf, type Unlocking } from "~/engine/sealing/opening-keys.server";
import { openingModel } from "~/engine/sealing/opening-model.server";
import { refusalOf, textIn } from "./account.server";
import { answering, type EdgeArgs, readForm, requireEdge, seeOther } from "./request.server";

const OPENING = "/account/settings-opening";
/** A key file has some eighty signs; what is longer is none, and is not read. */
const MOST_FILE_BYTES = 4096;

/** Makes the own opening key, or puts another in its place. */
export async function sendOpening(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const how = textIn(form, "how");
    const isLost = textIn(form, "lost") === "1";
    try {
      const next = how === "file" ? await keyFileIn(form, "keyfile") : phraseIn(form, "passphrase");
      const present =
        form.get("present") instanceof Blob ? await keyFileIn(form, "present") : phraseIn(form, "present");
      await setOpeningKey(context, {
        next: { ...next, again: textIn(form, "again") },
        present,
        isLost,
        oldpassword: textIn(form, "oldpassword"),
      });
    } catch (thrown) {
      const error = refusalOf(thrown);
      return data({ model: await openingModel(context, { error, how, isLost }) }, { status: error.status });
    }
    throw await seeOther(context, OPENING, "开启口令已保存");
  });
}

/** A new key file. It is random and belongs to nobody until its owner chooses it in the form: nothing of it is kept. */
export async function sendKeyFile(args: EdgeArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    staffOf(context);
    const headers = {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="opening-key-${context.now.toISOString().slice(0, 10)}.key"`,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    };
    return new Response(newKeyFile(), { headers });
  });
}

function phraseIn(form: FormData, name: string): Unlocking {
  return { how: "passphrase", text: textIn(form, name) };
}

/** The text of a key file that was sent. */
export async function keyFileIn(form: FormData, name: string): Promise<Unlocking> {
  const file = form.get(name);
  const isSmall = file instanceof Blob && file.size > 0 && file.size <= MOST_FILE_BYTES;
  // Too large to be a key file: said at the field like any other file that is none.
  if (!isSmall) return { how: "file", text: file instanceof Blob && file.size > 0 ? "-" : "" };
  return { how: "file", text: await file.text() };
}
