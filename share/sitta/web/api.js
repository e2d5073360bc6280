// The calls of this page to the server that gave it, and through it to sittad.

/** The failure of a call: `name` as in the interface, `details` its parameters. */
export class CallFailure extends Error {
  constructor(name, details) {
    super(details?.reason ?? name);
    this.name = name;
    this.details = details ?? {};
  }
}

/** Called if the server is gone or does not know this page any more. */
let onEnd = () => {}, isOver = false;
export function whenEnded(action) { onEnd = () => { isOver = true; action(); }; }
export const hasEnded = () => isOver;

const storage = "session";

/** The first answer of the server: the key, the path of the home folder, and whether there is no index yet. */
const session = () => JSON.parse(sessionStorage.getItem(storage) ?? "null");
const keep = (value) => sessionStorage.setItem(storage, JSON.stringify(value));

/** Exchanges the code in the address for a key; it works once. */
export async function enter(code) {
  try {
    const response = await fetch("key", { method: "POST", body: JSON.stringify({ code }), headers: { "Content-Type": "application/json" } });
    if (!response.ok) return false;
    keep(await response.json());
    return true;
  } catch {
    return false;
  }
}

export const hasKey = () => session() !== null;
export const homeFolder = () => session()?.home ?? null;
/** The query for which the page was opened. */
export const askedQuery = () => session()?.query;
export const isFirstRun = () => session()?.first === true;
export const endFirstRun = () => keep({ ...session(), first: false });

async function send(path, parameters, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST", body: JSON.stringify(parameters), signal,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${session()?.key}` },
    });
  } catch (error) {
    if (error.name !== "AbortError") onEnd();
    throw error;
  }
  if (response.status === 401) onEnd();
  if (!response.ok) throw new CallFailure(`HTTP ${response.status}`);
  return response;
}

function parameters(reply) {
  if (reply.error) throw new CallFailure(reply.error.split(".").pop(), reply.parameters);
  return reply.parameters;
}

/** Calls a method of io.sitta.Search, and returns the parameters of the reply. */
export async function call(method, values = {}, signal = undefined) {
  return parameters(await (await send(`call/${method}`, values, signal)).json());
}

/** Gives each line of an answer to a function, until the signal ends it. */
async function stream(path, values, signal, receive) {
  const response = await send(path, values, signal);
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) receive(JSON.parse(line));
  }
}

/** Calls a method with `more`. */
export const follow = (method, values, signal, receive) => stream(`follow/${method}`, values, signal, (reply) => receive(parameters(reply)));

/** Counts what is in folders, before there is an index; each snapshot is more complete. */
export const survey = (roots, signal, receive) => stream("survey", { roots }, signal, receive);

/** Asks the server itself; `failure` in its answer is a sentence. */
export async function ask(path, values = {}) {
  const reply = await (await send(path, values)).json();
  if (reply.failure) throw new CallFailure(path, { reason: reply.failure });
  return reply;
}

/** Opens a document with its program, or shows it in the file manager. */
export const open = (uri, query, { reveal = false } = {}) => ask("open", { uri, query, reveal });
