// Inspects the workers of a page through the debugger protocol of the browser: the memory sizes of their modules, and
// whether a text occurs in them. The pages contain no code for this.

/** Debugger connections to the page and its workers. */
async function debuggers(context, page) {
  const session = await context.newCDPSession(page);
  const waiting = new Map();
  const workers = [];
  let last = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== "worker") return;
    const send = (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: last, method, params }) }).catch(reject);
      });
    workers.push({ name: targetInfo.title || targetInfo.url, send, listen: () => undefined });
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { session, workers };
}

/** Calls a function in a worker with an array of all its WebAssembly memories, and an argument. */
async function ofMemories({ send }, ask, argument) {
  const { result } = await send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" });
  const { objects } = await send("Runtime.queryObjects", { prototypeObjectId: result.objectId });
  const { result: told, exceptionDetails } = await send("Runtime.callFunctionOn", {
    objectId: objects.objectId, functionDeclaration: `function (argument) { return (${ask})([...this], argument); }`, arguments: [{ value: argument }], returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return told.value;
}

const sizes = (memories) => memories.map(({ buffer }) => buffer.byteLength);

/** The matches of a pattern in memories, read as Latin-1, with context. */
const found = (memories, pattern) => {
  const near = new RegExp(pattern, "i");
  const hits = [];
  for (const { buffer } of memories) {
    const bytes = new Uint8Array(buffer);
    const step = 1 << 20;
    for (let from = 0; from < bytes.length; from += step) {
      let text = "";
      const end = Math.min(bytes.length, from + step + 400);
      for (let at = from; at < end; at += 8192) text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 8192)));
      const hit = near.exec(text);
      if (hit) hits.push(`${from + hit.index}: ${JSON.stringify(hit[0].slice(0, 160))}`);
    }
  }
  return hits;
};

/** Sizes in bytes of the module memories of each worker, and of the JavaScript heaps. */
export async function footprint(context, page) {
  const { session, workers } = await debuggers(context, page);
  const heap = async (send) => (await send("Runtime.getHeapUsage")).totalSize;
  const told = [];
  for (const worker of workers) {
    await worker.send("Runtime.enable");
    const modules = (await ofMemories(worker, sizes)).reduce((sum, bytes) => sum + bytes, 0);
    told.push({ modules, heap: await heap(worker.send) });
  }
  const page_ = await heap((method, params) => session.send(method, params));
  await session.detach();
  return { workers: told, page: page_, all: page_ + told.reduce((sum, { modules, heap }) => sum + modules + heap, 0) };
}

/** The matches of a pattern in the module memories and in the strings of all heaps, and the amounts searched. */
export async function searched(context, page, pattern) {
  const { session, workers } = await debuggers(context, page);
  const hits = [];
  let bytes = 0;
  for (const [number, worker] of workers.entries()) {
    await worker.send("Runtime.enable");
    bytes += (await ofMemories(worker, sizes)).reduce((sum, size) => sum + size, 0);
    hits.push(...(await ofMemories(worker, found, pattern)).map((hit) => `memory of worker ${number}: ${hit}`));
  }
  const chunks = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  const { strings } = JSON.parse(chunks.join(""));
  const near = new RegExp(pattern, "i");
  for (const text of strings) if (near.test(text)) hits.push(`a text of the page: ${JSON.stringify(near.exec(text)[0].slice(0, 160))}`);
  await session.detach();
  return { hits, workers: workers.length, bytes, texts: strings.length };
}
