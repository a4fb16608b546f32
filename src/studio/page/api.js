// Talks to the server. A refused request throws `Refused` with the messages of the command line.

export class Refused extends Error {
  /** Refused edits have reasons, and further edits with which they are accepted. */
  constructor(faults, { refused = [], joint = [] }) {
    super(faults.join("\n"));
    Object.assign(this, { faults, refused, joint });
  }
}

async function answered(response) {
  if (response.ok) return response.json();
  if ([401, 403].includes(response.status)) throw new Error("The studio was started again, or the browser has lost its cookie: open the last address that gong studio has printed. Your edits are kept.");
  const text = await response.text();
  let refusal = {};
  let faults = [text.trim() || `The studio answered ${response.status}.`];
  try {
    refusal = JSON.parse(text);
    faults = refusal.faults ?? faults;
  } catch {
    // The answer is a plain text.
  }
  // Only these two statuses judge what was asked.
  throw [400, 422].includes(response.status) ? new Refused(faults, refusal) : new Error(faults.join("\n"));
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

/** Time between two questions about a state, and between two tries to listen. */
const AGAIN = 500;

/** Asks the server for a state again and again; `broken` hears why this fails. Returns a function
 * that ends asking. A listener would keep one of the connections, see `SLOTS`. */
export function poll(path, { progress, broken }) {
  let asks = true;
  const ask = async () => {
    try {
      const state = await get(path);
      if (asks) progress(state);
    } catch (error) {
      if (asks) broken(error.message);
      return;
    }
    if (asks) setTimeout(ask, AGAIN);
  };
  ask();
  return () => (asks = false);
}

/** Maximum number of windows that listen at the same time. All windows of a browser share six
 * connections to the studio, and shown games use up to two. */
const SLOTS = 3;

/** Takes a slot for listening. Returns a function that gives the slot back, or null if other windows
 * have all slots. With `steals`, takes the slot of such a window instead, which hears it by `lost`. */
async function slot(steals, lost) {
  if (!navigator.locks) return () => {};
  const take = (number, options) =>
    new Promise((resolve) => {
      const held = (lock) => (lock ? new Promise(resolve) : resolve(null));
      navigator.locks.request(`gong studio: listener ${number}`, options, held).catch((error) => {
        if (error.name === "AbortError") lost();
        // The browser allows no locks.
        else resolve(() => {});
      });
    });
  for (let number = 0; number < SLOTS; number++) {
    const free = await take(number, { ifAvailable: true });
    if (free) return free;
  }
  return steals ? take(Math.floor(SLOTS * Math.random()), { steal: true }) : null;
}

/** Listens to events of the server. `waiting` hears that other windows listen instead, and whether
 * they are windows of this browser; `broken` hears why listening fails. The window that is used
 * listens before others. Returns a function that ends listening. */
export function listen(path, handlers) {
  let [listens, source, free, timer] = [true, null, null, 0];
  const close = () => {
    clearTimeout(timer);
    source?.close();
    free?.();
    source = free = null;
  };
  const end = () => {
    listens = false;
    removeEventListener("focus", focused);
    close();
  };
  const wait = () => {
    close();
    if (!listens) return;
    handlers.waiting(true);
    timer = setTimeout(begin, AGAIN);
  };
  const begin = async (steals = false) => {
    const taken = await slot(steals, wait);
    if (source || !listens) return taken?.();
    if (!taken) return wait();
    free = taken;
    source = new EventSource(path);
    for (const [name, handle] of Object.entries(handlers)) {
      if (name !== "broken") source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
    source.onerror = async () => {
      close();
      const why = await reason(path);
      if (!listens) return;
      end();
      handlers.broken(why);
    };
  };
  const focused = () => source || begin(true);
  addEventListener("focus", focused);
  begin(document.hasFocus());
  return end;
}
