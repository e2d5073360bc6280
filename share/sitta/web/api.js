// The calls of this page to the server that gave it, and through it to sittad.

/** The failure of a call: `name` as in the interface, `details` its parameters. */
export class CallFailure extends Error {
  constructor(name, details) {
    super(details?.reason ?? name);
    this.name = name;
    this.details = details ?? {};
  }
}

/** What is called once if the server is gone or does not know this page any more. */
let onEnd = () => {};
export function whenEnded(action) { onEnd = action; }

const storage = "session";

/** What the server said at the beginning: the key, and the path of the home folder. */
const session = () => JSON.parse(sessionStorage.getItem(storage) ?? "null");

/** Trades the code in the address for a key; it works once. */
export async function enter(code) {
  const response = await fetch("key", { method: "POST", body: JSON.stringify({ code }), headers: { "Content-Type": "application/json" } });
  if (!response.ok) return false;
  sessionStorage.setItem(storage, JSON.stringify(await response.json()));
  return true;
}

export function hasKey() { return session() !== null; }
export function homeFolder() { return session()?.home ?? null; }

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

/** Calls a method of io.sitta.Search, and returns the parameters of the reply. */
export async function call(method, parameters = {}, signal = undefined) {
  const reply = await (await send(`call/${method}`, parameters, signal)).json();
  if (reply.error) throw new CallFailure(reply.error.split(".").pop(), reply.parameters);
  return reply.parameters;
}

/** Calls a method with `more`, and gives each reply to a function until the signal ends it. */
export async function follow(method, parameters, signal, receive) {
  const response = await send(`follow/${method}`, parameters, signal);
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      const reply = JSON.parse(line);
      if (reply.error) throw new CallFailure(reply.error.split(".").pop(), reply.parameters);
      receive(reply.parameters);
    }
  }
}

/** Opens a document with its program, or shows it in the file manager. */
export async function open(uri, query, { reveal = false } = {}) {
  const reply = await (await send("open", { uri, query, reveal })).json();
  if (reply.failure) throw new CallFailure("open", { reason: reply.failure });
}
