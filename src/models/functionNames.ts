import type { ModelTool } from '#runtime';

/** What OpenAI's services take for the name of a function. */
const LONGEST = 64;
const NOT_TAKEN = /[^A-Za-z0-9_-]/g;

/**
 * Tools under the names of functions: `text.join` is called `text_join`. Two that would share a name are told apart by a
 * number, so each name stands for one tool.
 */
export class FunctionNames {
  readonly #idByName = new Map<string, string>();

  constructor(tools: readonly Pick<ModelTool, 'id'>[]) {
    // Ids that are names already keep them, whatever stands before them.
    const ids = tools.map(({ id }) => id);
    for (const id of ids) if (nameFor(id) === id) this.#idByName.set(id, id);
    for (const id of ids) if (nameFor(id) !== id) this.#idByName.set(this.#free(nameFor(id)), id);
  }

  /** Name and id of each. */
  entries(): Iterable<readonly [name: string, id: string]> {
    return this.#idByName;
  }

  /** The id of the tool that a function stands for; a name that was not offered is left as it came. */
  idOf(name: string): string {
    return this.#idByName.get(name) ?? name;
  }

  #free(name: string): string {
    for (let number = 2, free = name; ; number++) {
      if (!this.#idByName.has(free)) return free;
      const suffix = `_${number}`;
      free = name.slice(0, LONGEST - suffix.length) + suffix;
    }
  }
}

function nameFor(id: string): string {
  return id.replace(NOT_TAKEN, '_').slice(0, LONGEST);
}
