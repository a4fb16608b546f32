// The edits of a scenario: a map from paths to new values, with undo and redo. All of it survives a
// reload and a restart of the studio, because the browser stores it for each scenario.

/** Number of changes that can be undone after a reload. */
const STORED = 50;

/** Writes a value as the command line does after PATH=. */
export function written(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Reads a setting PATH=VALUE as a pair of a path and a value. */
export function read(setting) {
  const [path, ...rest] = setting.split("=");
  const value = rest.join("=");
  try {
    return [path, JSON.parse(value)];
  } catch {
    return [path, value];
  }
}

const text = (edits) => JSON.stringify([...edits]);

export class Edits {
  #key;
  #past = [];
  #future = [];
  #now = new Map();
  #changed;

  /** `changed` hears of every change. */
  constructor(folder, scenario, changed) {
    this.#key = `gong studio ${folder} ${scenario}`;
    this.#changed = changed;
    this.#restore();
  }

  /** Takes over what the browser has stored. */
  #restore() {
    try {
      const { now = [], past = [], future = [] } = JSON.parse(localStorage.getItem(this.#key) ?? "{}");
      [this.#now, this.#past, this.#future] = [new Map(now), past.map((of) => new Map(of)), future.map((of) => new Map(of))];
    } catch {
      // Unreadable edits are dropped.
    }
  }

  /** Takes over the edits of another window with this scenario. `key` is what that window stored. */
  take(key) {
    if (key !== this.#key) return;
    this.#restore();
    this.#changed();
  }

  get now() {
    return this.#now;
  }

  /** The edits as settings PATH=VALUE, in the order in which they were made. */
  get settings() {
    // A text such as "7,5" is no value. With quotes, the refusal says what the field wants.
    const quoted = (value) => (/^$|^[^[{"']*,/.test(value) ? JSON.stringify(value) : written(value));
    return [...this.#now].map(([path, value]) => `${path}=${typeof value === "string" ? quoted(value) : written(value)}`);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Changes several values at once: pairs of a path and a value; undefined removes the edit. */
  change(pairs) {
    const next = new Map(this.#now);
    for (const [path, value] of pairs) {
      if (value === undefined) next.delete(path);
      else next.set(path, value);
    }
    if (text(next) === text(this.#now)) return;
    this.#past.push(this.#now);
    this.#future = [];
    this.#put(next);
  }

  /** Replaces all edits by these pairs of a path and a value. */
  replace(pairs) {
    const others = [...this.#now.keys()].filter((path) => !pairs.some(([of]) => of === path));
    this.change([...others.map((path) => [path, undefined]), ...pairs]);
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.#now);
    this.#put(this.#past.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.#now);
    this.#put(this.#future.pop());
  }

  reset() {
    if (this.#now.size) this.change([...this.#now.keys()].map((path) => [path, undefined]));
  }

  #put(next) {
    this.#now = next;
    try {
      const lists = (all) => all.slice(-STORED).map((of) => [...of]);
      localStorage.setItem(this.#key, JSON.stringify({ now: [...next], past: lists(this.#past), future: lists(this.#future) }));
    } catch {
      // A browser without storage forgets the edits at a reload.
    }
    this.#changed();
  }
}
