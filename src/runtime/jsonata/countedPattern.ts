import { type Fuel, OutOfFuel } from '#base';
import { compileSearch, type Pattern } from '#plan';
import { expressionError } from './expressionError';

/** case C4: what the library makes its regular expressions with. They share the steps of one evaluation. */
export function countedPatterns(fuel: Fuel): RegExpConstructor {
  return new Proxy(RegExp, { construct: (_, [read]) => new CountedPattern(read, fuel) });
}

/** A regular expression that is matched by the engine whose steps are counted. The library calls `exec` and nothing else. */
class CountedPattern extends RegExp {
  readonly #pattern: Pattern;
  readonly #fuel: Fuel;

  constructor(read: RegExp, fuel: Fuel) {
    super(read);
    const pattern = compileSearch(read.source, read);
    if (!pattern.ok) throw expressionError(`its pattern ${pattern.problem}`);
    this.#pattern = pattern.value;
    this.#fuel = fuel;
  }

  override exec(text: string): RegExpExecArray | null {
    const found = this.#found(text);
    if (found === null) {
      this.lastIndex = 0;
      return null;
    }
    const [start = 0, end = 0] = found;
    this.lastIndex = end;
    const match: [string, ...string[]] = [text.slice(start, end)];
    // A group that took no part has no text.
    match.length = found.length / 2;
    for (let group = 1; group < match.length; group++) {
      const from = found[2 * group] ?? -1;
      if (from >= 0) match[group] = text.slice(from, found[2 * group + 1]);
    }
    return Object.assign(match, { index: start, input: text });
  }

  #found(text: string): readonly number[] | null {
    try {
      return this.#pattern.find(text, this.lastIndex, this.#fuel);
    } catch (cause) {
      // Else it is what the whole evaluation may take.
      if (cause instanceof OutOfFuel && cause.limit === this.#fuel.limit)
        throw expressionError(`its patterns take more than ${cause.limit} steps`);
      throw cause;
    }
  }
}
