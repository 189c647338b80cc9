/** Names of what an object holds, as the compiler knows them: columns to read for a schema that parses the rows. */
export function namesOf<T extends object>(of: T): (keyof T & string)[] {
  return Object.keys(of) as (keyof T & string)[];
}
