import { type Fuel, isHandle, isJsonObject, type Json, type JsonObject, LIMITS, OutOfFuel } from '#base';
import { checkJsonata, compileSearch, type Pattern } from '#plan';
import { CallError } from '../callError';
import { nameHandles } from '../madeHandles';
import { storable } from '../storable';
import { countedFunctions } from './countedFunctions';
import { expressionError } from './expressionError';
import { JsonataMeter } from './meter';

/** After so long the page gets its turn, and a timeout that is due is heard (I4). */
const SLICE_MS = 25;

/** What the library calls before and after each part of an expression, and waits for; and with each frame that it makes. */
const BEFORE_EACH_PART = Symbol.for('jsonata.__evaluate_entry');
const AFTER_EACH_PART = Symbol.for('jsonata.__evaluate_exit');
const WITH_EACH_FRAME = Symbol.for('jsonata.__createFrame_push');

/** A message of the library may quote a value; so much of it is told. */
const REASON_CHARACTERS = 500;

/**
 * Evaluates JSONata over a value (V3): for TRANSFORM, the object of the variables. No result is null. The library
 * is loaded when first used. How long it takes is counted and never timed (case C3, K4): page and Node give one verdict.
 *
 * @param bindings values that the expression reads as `$name`
 * @param signal ends the evaluation when its result is not wanted any more
 * @throws CallError `EXPRESSION_ERROR` for syntax, evaluation, and the limits of steps, size and depth;
 *   `RESULT_INVALID` for a value that is no JSON (V4)
 */
export async function evaluateJsonata(
  expression: string,
  value: Json,
  bindings: JsonObject = {},
  signal?: AbortSignal,
  steps: number = LIMITS.jsonataSteps,
): Promise<Json> {
  const unreadable = checkJsonata(expression);
  if (unreadable !== null) throw new CallError(failedToRead(unreadable));
  const { default: jsonata } = await import('jsonata');
  const meter = new JsonataMeter(steps);
  const views = new HandleViews();
  try {
    const options = { sequence: LIMITS.jsonataItems, RegexEngine: countedPatterns(meter.patterns) };
    const compiled = jsonata(expression, options);
    const turn = inSlices(signal);
    const before = (part: object, input: unknown, environment: object): Promise<void> | undefined => {
      meter.begin(part, input, environment);
      return turn();
    };
    const after = (part: object, _input: unknown, _environment: object, result: unknown): void =>
      meter.end(part, result);
    const withFrame = (outer: object, inner: object): void => meter.frame(outer, inner);
    // Its types know names only; the library itself takes its hooks by symbol.
    for (const [name, hook] of [
      [BEFORE_EACH_PART, before],
      [AFTER_EACH_PART, after],
      [WITH_EACH_FRAME, withFrame],
    ])
      Reflect.apply(compiled.assign, compiled, [name, hook]);
    for (const [name, counted] of await countedFunctions(meter)) compiled.assign(name, counted);
    return plain(views.undone(await compiled.evaluate(views.of(value), { ...bindings })));
  } catch (thrown) {
    throw thrown instanceof CallError ? thrown : expressionError(reasonOf(thrown));
  } finally {
    // Parts of a list are evaluated side by side: when one has failed, the others end too.
    meter.close();
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
        if (signal?.aborted) reject(expressionError('it was withdrawn'));
        else resolve();
      });
    });
  };
}

/** JSONata marks its arrays with hidden members, which a copy leaves behind. */
function plain(value: unknown): Json {
  if (value === undefined) return null;
  if (isFunction(value)) throw expressionError('its value is a function');
  const copy = storable(value);
  if (copy.ok) return copy.value;
  throw new CallError(copy.problem);
}

/** Functions of the library are objects of its own. */
function isFunction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  return '_jsonata_lambda' in value || '_jsonata_function' in value;
}

function failedToRead({ message, help }: { readonly message: string; readonly help: string }): {
  readonly code: string;
  readonly message: string;
  readonly help: string;
} {
  return { code: 'EXPRESSION_ERROR', message, help };
}

function reasonOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'it broke off';
  const message: unknown = Reflect.get(thrown, 'message');
  const position: unknown = Reflect.get(thrown, 'position');
  const where = typeof position === 'number' ? ` at character ${position}` : '';
  if (thrown instanceof OutOfFuel) return `${thrown.message}${where}`;
  const reason = typeof message === 'string' ? message.replace(/\.$/, '') : 'it broke off';
  return `${reason.slice(0, REASON_CHARACTERS)}${where}`;
}

/** case C4: what the library makes its regular expressions with. They share the steps of one evaluation. */
function countedPatterns(fuel: Fuel): RegExpConstructor {
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

/** Handles as JSONata sees them (V6): what they say of themselves, until they are passed on whole. */
class HandleViews {
  readonly #handles = new Map<object, Json>();
  /** What was undone before: a list may be in a value many times over, and a function holds what holds it. */
  readonly #undone = new Map<object, unknown>();

  /** A value with a view in the place of each handle; itself where it holds none. */
  of(value: Json): Json {
    nameHandles(value);
    return this.#viewed(value);
  }

  /** What came out, with the handles back in the places of their views. */
  undone(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.#handles.size === 0) return value;
    const handle = this.#handles.get(value);
    if (handle !== undefined) return handle;
    if (this.#undone.has(value)) return this.#undone.get(value);
    this.#undone.set(value, value);
    const undone = this.#undoneIn(value);
    this.#undone.set(value, undone);
    return undone;
  }

  #undoneIn(value: object): unknown {
    if (Array.isArray(value)) return this.#changed(value, (item) => this.undone(item));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, this.undone(inner)] as const);
    return entries.some(([key, inner]) => inner !== Reflect.get(value, key))
      ? Object.fromEntries(entries)
      : value;
  }

  #viewed(value: Json): Json {
    if (isJsonObject(value) && isHandle(value)) {
      const [said] = Object.values<Json>(value);
      const { hash: _, ...view } = isJsonObject(said) ? said : {};
      this.#handles.set(view, value);
      return view;
    }
    if (Array.isArray(value)) return this.#changed<Json>(value, (item) => this.#viewed(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, this.#viewed(inner)] as const);
    return entries.some(([key, inner]) => inner !== value[key]) ? Object.fromEntries(entries) : value;
  }

  #changed<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
    const after = items.map(change);
    return after.some((item, index) => item !== items[index]) ? after : items;
  }
}
