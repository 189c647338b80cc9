// The compiler replaces `process.env.NODE_ENV` by the mode it builds for and leaves the longer spelling alone.
const builtFor = process.env.NODE_ENV;
const running = globalThis.process.env.NODE_ENV;

// A development bundle under production React fails at the first element with "jsxDEV is not a function", and a production
// bundle under development React is several times slower: say so before any other module is evaluated.
if (running !== "test" && running !== builtFor) {
  console.error(
    `无法启动：build/server.js 是 ${builtFor} 模式的构建，而 NODE_ENV 为「${running ?? ""}」。请先运行 npm run build，再用 npm start 启动；开发请用 npm run dev。`,
  );
  process.exit(1);
}
