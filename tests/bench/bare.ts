// What a page costs without everything that makes it ours, in a process of its own: bare.ts FILE.
// `/page`: the same elements as the page in FILE, made anew for each request and drawn by renderToString on node:http.
// `/hello`: the smallest answer of Hono on its Node server.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { renderToString } from "react-dom/server";
import { elementsOf, parsePage } from "./html-tree";

const page = parsePage(readFileSync(process.argv[2] ?? "", "utf8"));

const react = createServer((_request, response) => {
  const html = Buffer.from(`<!DOCTYPE html>${renderToString(elementsOf(page))}`);
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": html.length });
  response.end(html);
});
const hello = new Hono().get("/hello", (c) => c.text("hello"));

react.listen(0, "127.0.0.1", () => {
  const address = react.address();
  serve({ fetch: hello.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
    process.send?.({ page: typeof address === "object" ? address?.port : undefined, hello: port });
  });
});
