import type { Database } from "../database.server";
import { appliedMigrations, schemaVersion } from "../migrate.server";
import { type ArchiveFigures, ArchiveWriter, BackupError, newHead, type TableFigures } from "./archive.server";
import { foreignKeys, inKeyOrder, storedTables, usedSequences } from "./catalogue.server";
import { agreeOnTexts, rowLines } from "./rows.server";

/** A statement of a backup or a restore may take its time: nobody waits for it in front of a screen. */
export const PATIENT_MS = 30 * 60_000;

/**
 * Writes all rows of a database to a new file, as of one moment; changes go on meanwhile and are not in it.
 * @throws BackupError when there is nothing of this program in it
 * @param facts.program version of this program, for the head of the file
 * @param facts.madeAt instant up to which changes are certainly in it
 */
export async function dump(
  database: Database,
  file: string,
  facts: { program: string; madeAt: string },
): Promise<ArchiveFigures> {
  const work = async () => {
    const connection = database.connection();
    if ((await schemaVersion(database)) === "") throw new BackupError("数据库里还没有本系统的数据表，没有可备份的内容");
    await agreeOnTexts(connection);
    const { tables } = inKeyOrder(await storedTables(connection), await foreignKeys(connection));
    const head = newHead({
      ...facts,
      database: `${database.engine} ${database.version}`,
      migrations: await appliedMigrations(connection),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
      sequences: await usedSequences(connection),
    });
    const writer = new ArchiveWriter(file);
    try {
      await writer.head(head);
      const written: TableFigures[] = [];
      for (const table of tables) {
        for await (const lines of rowLines(connection, table)) await writer.rows(lines);
        written.push(await writer.endTable(table.name));
      }
      await writer.close();
      return { head, tables: written, rows: written.reduce((sum, { rows }) => sum + rows, 0) };
    } catch (error) {
      writer.abandon();
      throw error;
    }
  };
  return database.transaction({ role: "owner" }, work, { snapshot: true, statementLimitMs: PATIENT_MS });
}
