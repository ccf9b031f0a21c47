import { isAtEnd, looksLikeJson, MARK_LENGTH, thoughtMarkAtEnd } from '../extract/blocksOf';
import { isBetweenCalls, toolBefore } from '../extract/candidatesOf';

/** A piece of a stream: a whole JSON value, a part inside one that is still open, or text that is no JSON. */
export type Piece = Value | Element | { readonly kind: 'garbage'; readonly text: string };

/** A whole value: `tool` is named before it where it is the arguments of a call, and of its `elements` it has no more text. */
export interface Value {
  readonly kind: 'value';
  readonly text: string;
  readonly tool: string | null;
  readonly elements: number;
}

/** A step or a state of a plan: `key` is its name in a map, and `before` what its plan says before the first list or map. */
export interface Element {
  readonly kind: 'element';
  readonly text: string;
  readonly key: string;
  readonly before: string;
}

/** A bracket that is open. */
export interface Open {
  readonly bracket: '{' | '[';
  /** The key that it stands under. */
  readonly key: string;
  /** Where it begins in the value. */
  readonly start: number;
}

/** Lists whose elements are steps. */
const LISTS = new Set(['steps', 'nodes']);
/** Lists or maps whose elements are states. */
const STATES = new Set(['states', 'state_machine']);

/** `[ step` at the top, or `{ "steps": [ step`. */
export function areSteps(open: readonly Open[]): boolean {
  const [outer, list] = open;
  if (open.length === 1) return outer?.bracket === '[';
  return open.length === 2 && list?.bracket === '[' && LISTS.has(list.key);
}

/** Objects that a plan may stand in. */
const AROUND = new Set(['plan', 'dynamicPlan']);

/** As `areSteps`, and also in a map from ids to steps, and in a plan that stands in another object: `{ "plan": { "steps": [ step`. */
export function areStepsOfObject(open: readonly Open[]): boolean {
  const list = open.at(-1);
  if (open.length === 1) return list?.bracket === '[';
  const [outer, inner] = open;
  const isInPlan =
    open.length === 2 || (open.length === 3 && inner?.bracket === '{' && AROUND.has(inner.key));
  return isInPlan && outer?.bracket === '{' && list !== undefined && LISTS.has(list.key);
}

/** `{ "states": [ state`, or `{ "states": { "name": state`. */
export function areStates(open: readonly Open[]): boolean {
  const [outer, states] = open;
  return open.length === 2 && outer?.bracket === '{' && states !== undefined && STATES.has(states.key);
}

const FENCE = /^(?:```|~~~)/;
/** What may stand before a value on its line: white space, a list mark, the field name of an event stream. */
const PREFIX = /^[\s,]*(?:[-*]\s*|\d+[.)]\s*|data:\s*)?$/;
/** As long as the marks of a function call are that stand before its value on one line. */
const CALL_PREFIX = 300;
/** A first line that ends so is the beginning of a value written over several lines. */
const GOES_ON = /[{[,:]\s*$/;

/**
 * Cuts a stream into JSON values while it arrives: a value is handed over with its last bracket, a step inside
 * `{"steps": […]}` or `[…]` with the step's own. Every character is looked at once, whatever the sizes of the chunks.
 * A line that breaks off inside its value is garbage by itself, so that the next line is read again.
 *
 * Our own scanner and not @streamparser/json: that one needs the host's TextEncoder, which the ground floor has not,
 * and it cannot go on after a broken line.
 */
export class StreamScanner {
  #line = '';
  /** What came last outside of values. */
  #tail = '';
  /** What ends the thoughts that have begun. */
  #thinking: string | null = null;
  /** The value so far, without the elements that were handed over; of an element, the element alone. */
  #value = '';
  #tool: string | null = null;
  #spread = false;
  #elements = 0;
  /** What stands before the first list of elements. */
  #before = '';
  #open: Open[] = [];
  #inString = false;
  #escaped = false;
  #string = '';
  #key = '';

  /** @param areParts whether what is right inside these brackets is handed over by itself */
  constructor(private readonly areParts: (open: readonly Open[]) => boolean = areSteps) {}

  /** The pieces that are complete after this chunk, in order. */
  push(chunk: string): readonly Piece[] {
    const pieces: Piece[] = [];
    for (let index = 0; index < chunk.length; index++) {
      if (this.#open.length > 0) this.#takeInside(chunk.charAt(index), pieces);
      else this.#takeOutside(chunk.charAt(index), pieces);
    }
    return pieces;
  }

  /** What is left when the stream ends: an unfinished value, or a last line without its line break. */
  end(): readonly Piece[] {
    const pieces: Piece[] = [];
    if (this.#open.length > 0) this.#giveUp(pieces);
    this.#endLine(pieces);
    return pieces;
  }

  #takeOutside(character: string, pieces: Piece[]): void {
    if (character === '\n') this.#endLine(pieces);
    else if ((character === '{' || character === '[') && this.#beginsValue()) {
      this.#tool = this.#toolBefore();
      this.#value = character;
      this.#spread = false;
      this.#elements = 0;
      this.#open = [{ bracket: character, key: '', start: 0 }];
    } else this.#takeProse(character);
  }

  #beginsValue(): boolean {
    if (this.#thinking !== null) return false;
    if (PREFIX.test(this.#line)) return true;
    return this.#line.length <= CALL_PREFIX && (isBetweenCalls(this.#line) || this.#toolBefore() !== null);
  }

  #toolBefore(): string | null {
    const line = this.#line;
    return line.length > CALL_PREFIX ? null : (toolBefore(line, line.length)?.name ?? null);
  }

  #takeProse(text: string): void {
    this.#tail = (this.#tail + text).slice(-MARK_LENGTH);
    if (this.#thinking !== null) {
      if (isAtEnd(this.#tail, this.#thinking)) this.#thinking = null;
      return;
    }
    this.#line += text;
    const mark = thoughtMarkAtEnd(this.#tail);
    if (mark === null) return;
    this.#thinking = mark.endsWith;
    this.#line = '';
  }

  #takeInside(character: string, pieces: Piece[]): void {
    if (character === '\n' && !this.#spread && !this.#goesOn()) {
      this.#giveUp(pieces);
      return;
    }
    this.#value += character;
    if (this.#inString) this.#takeInString(character);
    else if (character === '"') {
      this.#inString = true;
      this.#string = '';
    } else if (character === ':') this.#key = this.#string;
    else if (character === '{' || character === '[') this.#begin(character);
    else if (character === '}' || character === ']') this.#close(pieces);
  }

  /** At the first line break inside a value: whether it is written over several lines, or a line that is broken. */
  #goesOn(): boolean {
    this.#spread = !this.#inString && GOES_ON.test(this.#value.slice(-80));
    return this.#spread;
  }

  #takeInString(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === '\\') this.#escaped = true;
    else if (character === '"') this.#inString = false;
    // Only the keys of the outermost objects, and of a map of steps or states in them, are looked at.
    if (this.#inString && this.#open.length <= 3) this.#string += character;
  }

  #begin(bracket: '{' | '['): void {
    const key = this.#open.at(-1)?.bracket === '{' ? this.#key : '';
    if (bracket === '{' && this.areParts(this.#open)) {
      if (this.#elements === 0) this.#before = this.#value.slice(0, this.#open.at(-1)?.start);
      this.#value = bracket;
    }
    this.#open.push({ bracket, key, start: this.#value.length - 1 });
    this.#key = '';
  }

  #close(pieces: Piece[]): void {
    const closed = this.#open.pop();
    if (this.#open.length === 0) this.#end(pieces);
    else if (closed?.bracket === '{' && this.areParts(this.#open)) {
      this.#elements++;
      pieces.push({ kind: 'element', text: this.#value, key: closed.key, before: this.#before });
      this.#value = '';
    }
  }

  /** Brackets of prose are prose again once they have closed. */
  #end(pieces: Piece[]): void {
    const text = this.#value;
    this.#value = '';
    if (this.#elements === 0 && !looksLikeJson(text, 0)) {
      this.#takeProse(text);
      return;
    }
    this.#line = '';
    pieces.push({ kind: 'value', text, tool: this.#tool, elements: this.#elements });
  }

  #giveUp(pieces: Piece[]): void {
    pieces.push({ kind: 'garbage', text: this.#value });
    this.#value = '';
    this.#open = [];
    this.#inString = false;
    this.#escaped = false;
  }

  #endLine(pieces: Piece[]): void {
    const line = this.#line.trim();
    this.#line = '';
    if (line === '' || FENCE.test(line) || /^[,\]}]+$/.test(line)) return;
    if (line.length <= CALL_PREFIX && isBetweenCalls(line)) return;
    pieces.push({ kind: 'garbage', text: line });
  }
}
