// Loaded into the server under test before anything else (node --import): counts the statements it sends and the time
// they take, and can answer repeated ones from memory, which takes the database's share out of a page. Nothing of it is
// in the product.
import pg from "pg";

const known = new Map();
let isReplaying = false;
let statements = 0;
let ms = 0;

const query = pg.Client.prototype.query;
pg.Client.prototype.query = function counted(...given) {
  statements += 1;
  const key = isReplaying ? keyOf(given) : undefined;
  const answer = key === undefined ? undefined : known.get(key);
  if (answer) return answer;
  const started = performance.now();
  const running = query.apply(this, given);
  running?.then?.(
    () => {
      ms += performance.now() - started;
    },
    () => undefined,
  );
  if (key !== undefined && running?.then) known.set(key, running);
  return running;
};

/** Whether a statement may be answered from memory, so that its long text is looked through once. */
const repeatable = new Map();

/** The same statement with the same values; the instant of the request is a value of every page. */
function keyOf([first, second]) {
  const { text, values } = typeof first === "string" ? { text: first, values: second } : first;
  if (!repeatable.has(text)) repeatable.set(text, isRepeatable(text));
  if (!repeatable.get(text)) return undefined;
  return `${text} ${values?.map((value) => (/^\d{4}-\d\d-\d\dT/.test(value) ? "now" : JSON.stringify(value)))}`;
}

function isRepeatable(text) {
  if (!/^\s*(select|with)\b/i.test(text)) return false;
  // Work that is taken from a queue would come again for ever.
  return !/skip locked|pgboss/i.test(text);
}

process.on("message", ({ ask }) => {
  if (ask === "replay") isReplaying = true;
  process.send({ statements, ms });
  statements = 0;
  ms = 0;
});
process.channel?.unref();
