// A second process for the storage tests:
//   hold <dataDir>             opens the database, says "open", stays
//   leave <dataDir>            opens the database, says "open", has nothing more to do and closes nothing
//   lock <folder>              only takes the folder's lock, says "mine" and stays, or says "refused <sentence>"
//   commit <dataDir> <count>   commits `count` pairs of rows, says each id once its commit has been acknowledged
import { sql } from "kysely";
import { openDatabase } from "~/data/database.server";
import { acquireFolderLock } from "~/data/engines/lock-guard.server";

const log = { info: () => undefined, warn: console.error, error: console.error };
const [command, folder = "", count = "0"] = process.argv.slice(2);

async function main(): Promise<void> {
  if (command === "hold" || command === "leave") {
    await openDatabase({ dataDir: folder, log });
    say("open");
    if (command === "leave") return;
  } else if (command === "lock") {
    await acquireFolderLock(folder, { onLost: () => say("lost") }).then(
      () => say("mine"),
      (error: Error) => say(`refused ${error.message}`),
    );
  } else if (command === "commit") {
    const database = await openDatabase({ dataDir: folder, log });
    for (let id = 1; id <= Number(count); id += 1) {
      await database.transaction({ role: "owner" }, async () => {
        const connection = database.connection();
        await sql`insert into ledger (id, side, amount) values (${id}, 'debit', ${id})`.execute(connection);
        await sql`insert into ledger (id, side, amount) values (${id}, 'credit', ${-id})`.execute(connection);
      });
      say(String(id));
    }
  } else {
    throw new Error(`unknown command ${command}`);
  }
  setInterval(() => undefined, 60_000); // stays until it is killed
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: Error) => {
  say(`refused ${error.message}`);
  process.exitCode = 1;
});
