// Talks to the server. A refused request throws `Refused` with the messages of the command line.

export class Refused extends Error {
  constructor(faults) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

async function answered(response) {
  if (response.ok) return response.json();
  if ([401, 403].includes(response.status)) throw new Error("The studio was started again: open the address that it has printed. Your edits are kept.");
  const text = await response.text();
  let faults = [text.trim() || `The studio answered ${response.status}.`];
  try {
    faults = JSON.parse(text).faults ?? faults;
  } catch {
    // The answer is a plain text.
  }
  // Only these two statuses judge what was asked; after any other status, an edit is kept.
  throw [400, 422].includes(response.status) ? new Refused(faults) : new Error(faults.join("\n"));
}

async function reached(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    // This is no refusal: the edit that was made is kept.
    throw new Error("The studio does not answer: start gong studio again. Your edits are kept.");
  }
}

const request = async (path, options) => answered(await reached(path, options));

/** Returns why events cannot be listened to: an event source does not tell. */
async function reason(path) {
  const stop = new AbortController();
  try {
    const response = await reached(path, { signal: stop.signal });
    if (!response.ok) await answered(response);
    return "The connection to the studio has ended.";
  } catch (error) {
    return error.message;
  } finally {
    stop.abort();
  }
}

export const get = (path) => request(path);

export const post = (path, body = {}) =>
  request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Listens to events of the server; `broken` hears why this fails. Returns a function that ends
 * listening. */
export function listen(path, handlers) {
  const source = new EventSource(path);
  let listens = true;
  for (const [name, handle] of Object.entries(handlers)) {
    if (name !== "broken") source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
  }
  source.onerror = async () => {
    source.close();
    const why = await reason(path);
    if (listens) handlers.broken(why);
  };
  return () => {
    listens = false;
    source.close();
  };
}
