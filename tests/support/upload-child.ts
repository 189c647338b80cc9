// A second process that is killed in the middle of its work: takes a large file of buyer A piece by piece at the place its settings
// name, and says how much has come once each piece has been acknowledged.
import { beginUpload, takeUploadPiece, uploadTarget } from "~/engine/files/upload.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { readEnv } from "~/env.server";
import { startServices } from "~/start.server";
import { bigFile } from "./big-file";
import { START } from "./clock";
import { silentLog } from "./database";

const [account = "", megabytes = "0"] = process.argv.slice(2);

const { engine } = await startServices(readEnv(), { log: silentLog, clock: () => START, work: false });
const context = actingAs(engine, await loadActor(engine, account), START, "page");
const file = bigFile(Number(megabytes));
for (const screen of engine.registry.screensOf("contract-management/contract").slice(0, 1)) {
  const target = uploadTarget(context, screen, "attachments");
  let there = await beginUpload(context, target, file);
  while (!there.whole) {
    const piece = { id: there.id, start: there.received, bytes: file.pieceAt(there.received) };
    there = await takeUploadPiece(context, target, piece);
    process.stdout.write(`${there.received}\n`);
  }
}
setInterval(() => undefined, 60_000); // stays until it is killed
