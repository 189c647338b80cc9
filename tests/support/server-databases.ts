import { randomUUID } from "node:crypto";
import pg from "pg";

/** The address of a database of the server whose address is given. */
export function databaseAddress(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Has the login role of the server say one statement in its own database. */
async function askServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes an empty database; answers its name. */
export async function newDatabase(server: string, label: string): Promise<string> {
  const name = `${label}_${randomUUID().replaceAll("-", "")}`;
  await askServer(server, `create database ${name}`);
  return name;
}

/** Copies a database nobody is connected to; one of that name goes. */
export async function copyDatabase(server: string, from: string, to: string): Promise<void> {
  await dropDatabase(server, to);
  // Nothing is flushed on this server: copying files is less work than logging each page of them.
  await askServer(server, `create database ${to} template ${from} strategy file_copy`);
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await askServer(server, `drop database if exists ${name} with (force)`);
}
