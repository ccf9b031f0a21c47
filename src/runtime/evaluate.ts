import { Fuel, type Json, type JsonObject, LIMITS, OutOfFuel } from '#base';
import { compileSearch, type Pattern } from '#plan';
import { CallError } from './ports';
import { storable } from './storable';

/** An evaluation that takes longer is stopped (case C3). */
const TIMEOUT_MS = 2_000;
/** After so long the page gets its turn, and a timeout that is due is heard (I4). */
const SLICE_MS = 25;
const STACK_DEPTH = 500;
/** Most elements of a sequence that an expression may build. */
const SEQUENCE_LENGTH = 1_000_000;

/** What the library calls before each part of an expression, and waits for. */
const BEFORE_EACH_PART = Symbol.for('jsonata.__evaluate_entry');

/**
 * Evaluates JSONata over a value (V3): for TRANSFORM, the object of the variables. No result is null. The library
 * is loaded when first used.
 *
 * @param bindings values that the expression reads as `$name`
 * @param signal ends the evaluation when its result is not wanted any more
 * @throws CallError `EXPRESSION_ERROR` for syntax, evaluation, and the limits of time, depth and length;
 *   `RESULT_INVALID` for a value that is no JSON (V4)
 */
export async function evaluateJsonata(
  expression: string,
  value: Json,
  bindings: JsonObject = {},
  signal?: AbortSignal,
): Promise<Json> {
  if (expression.length > LIMITS.expressionCharacters)
    throw failure(`it is longer than ${LIMITS.expressionCharacters} characters`);
  const { default: jsonata } = await import('jsonata');
  try {
    const options = { timeout: TIMEOUT_MS, stack: STACK_DEPTH, sequence: SEQUENCE_LENGTH };
    const compiled = jsonata(expression, { ...options, RegexEngine: countedPatterns() });
    // Its types know names only; the library itself takes its hooks by symbol.
    Reflect.apply(compiled.assign, compiled, [BEFORE_EACH_PART, inSlices(signal)]);
    return plain(await compiled.evaluate(value, { ...bindings }));
  } catch (thrown) {
    throw thrown instanceof CallError ? thrown : failure(reasonOf(thrown));
  }
}

/** case C4: what the library makes its regular expressions with. They share the steps of one evaluation. */
function countedPatterns(): RegExpConstructor {
  const fuel = new Fuel(LIMITS.patternSteps);
  return new Proxy(RegExp, { construct: (_, [read]) => new CountedPattern(read, fuel) });
}

/** A regular expression that is matched by the engine whose steps are counted. The library calls `exec` and nothing else. */
class CountedPattern extends RegExp {
  readonly #pattern: Pattern;
  readonly #fuel: Fuel;

  constructor(read: RegExp, fuel: Fuel) {
    super(read);
    const pattern = compileSearch(read.source, read);
    if (!pattern.ok) throw failure(`its pattern ${pattern.problem}`);
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
      if (cause instanceof OutOfFuel) throw failure(`its patterns take more than ${cause.limit} steps`);
      throw cause;
    }
  }
}

/** The library awaits promises only, so that nothing else would get a turn before it has ended. */
function inSlices(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let begun = Date.now();
  return () => {
    if (Date.now() - begun < SLICE_MS) return undefined;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        begun = Date.now();
        if (signal?.aborted) reject(failure('it was withdrawn'));
        else resolve();
      });
    });
  };
}

/** JSONata marks its arrays with hidden members, which a copy leaves behind. */
function plain(value: unknown): Json {
  if (value === undefined) return null;
  if (isFunction(value)) throw failure('its value is a function');
  const copy = storable(value);
  if (copy.ok) return copy.value;
  throw new CallError(copy.problem);
}

/** Functions of the library are objects of its own. */
function isFunction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}

function reasonOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'it broke off';
  const message: unknown = Reflect.get(thrown, 'message');
  const position: unknown = Reflect.get(thrown, 'position');
  const where = typeof position === 'number' ? ` at character ${position}` : '';
  return `${typeof message === 'string' ? message.replace(/\.$/, '') : 'it broke off'}${where}`;
}

function failure(reason: string): CallError {
  return new CallError({
    code: 'EXPRESSION_ERROR',
    message: `The JSONata expression failed: ${reason}.`,
    help: 'Mend the expression; the variables it sees are those of the plan.',
  });
}
