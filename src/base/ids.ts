import type { JsonObject } from './json';

/** Names that are never ids, because a careless object would find something under them (W2, case C1). */
const FORBIDDEN = new Set(['__proto__', 'prototype', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']);

/** W2: ids of plans, nodes, prompts, documents. */
export function isId(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(text) && !FORBIDDEN.has(text);
}

/** W2: names of variables. Names that begin with `__` are reserved, and still well formed. */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text) && !FORBIDDEN.has(text);
}

/** W2: event types. XState's and our own are refused by T6. */
export function isEventType(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/.test(text) && !/^(xstate|sys|planloom)\./.test(text);
}

/** W2: ids of capabilities. */
export function isCapabilityId(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_.:/-]{0,127}$/.test(text) && !FORBIDDEN.has(text);
}

/**
 * The next free id of a kind (W2): the type in lower case and the next free number.
 *
 * @example mintId('SWITCH', new Set(['switch-1'])) // 'switch-2'
 */
export function mintId(type: string, taken: ReadonlySet<string>): string {
  const stem = type.toLowerCase().replaceAll('_', '-');
  let number = 1;
  while (taken.has(`${stem}-${number}`)) number++;
  return `${stem}-${number}`;
}

/** Longest id of ours (W2), with room for a number behind it. */
const LONGEST_STEM = 56;

/**
 * Makes ids of ours from foreign names (W2): a name that is an id already stays what it is; of any other, what letters
 * and digits it has are kept, and a number is put behind what would be there twice. The original belongs under `source`.
 *
 * @example
 * const ids = new IdMint();
 * ids.mint('Look up!', 'node'); // 'Look-up'
 * ids.mint('Look up?', 'node'); // 'Look-up-2'
 */
export class IdMint {
  private readonly taken: Set<string>;
  private readonly reserved: ReadonlySet<string>;
  private readonly next = new Map<string, number>();

  /**
   * @param taken ids that are in use already
   * @param reserved ids that may be asked for by name, and that no number makes
   */
  constructor(taken: Iterable<string> = [], reserved: Iterable<string> = []) {
    this.taken = new Set(taken);
    this.reserved = new Set(reserved);
  }

  has(id: string): boolean {
    return this.taken.has(id);
  }

  /**
   * @param original what it is called there; null where it has no name
   * @param kind word to start from where nothing of the original can be kept
   */
  mint(original: string | null, kind: string): string {
    const id = this.firstFree(original ?? '', kind);
    this.taken.add(id);
    return id;
  }

  private firstFree(original: string, kind: string): string {
    const stem = isId(original) ? original : readablePart(original);
    if (!isId(stem)) return this.numbered(kind, 1);
    return this.taken.has(stem) ? this.numbered(stem.slice(0, LONGEST_STEM), 2) : stem;
  }

  /** Numbers of one stem only grow: a document of 100,000 nodes without ids would try all of them for each otherwise. */
  private numbered(stem: string, first: number): string {
    let number = this.next.get(stem) ?? first;
    while (this.taken.has(`${stem}-${number}`) || this.reserved.has(`${stem}-${number}`)) number++;
    this.next.set(stem, number + 1);
    return `${stem}-${number}`;
  }
}

function readablePart(original: string): string {
  return original
    .slice(0, 4 * LONGEST_STEM)
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LONGEST_STEM)
    .replace(/[-_]+$/, '');
}

/** Event types of theirs by types of ours (W2, T6), one to one; only those that differ are remembered. */
export class EventNames {
  private readonly ours = new Map<string, string>();
  private readonly theirs = new Map<string, string>();

  /** A type, or a descriptor that ends in `.*` or is `*`. */
  mint(theirs: string): string {
    if (theirs === '*') return theirs;
    const isWild = theirs.endsWith('.*');
    const type = this.mintType(isWild ? theirs.slice(0, -2) : theirs);
    return isWild ? `${type}.*` : type;
  }

  /** Types of ours and what they are called there. */
  renamed(): JsonObject | null {
    const entries = [...this.theirs].filter(([ours, theirs]) => ours !== theirs);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }

  private mintType(theirs: string): string {
    const known = this.ours.get(theirs);
    if (known !== undefined) return known;
    const stem = isEventType(theirs) ? theirs : readableType(theirs);
    let type = stem;
    for (let number = 2; this.theirs.has(type); number++) type = `${stem.slice(0, 120)}-${number}`;
    this.ours.set(theirs, type);
    this.theirs.set(type, theirs);
    return type;
  }
}

function readableType(theirs: string): string {
  const readable = theirs.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 100);
  const isOurs = /^[A-Za-z]/.test(readable) && isEventType(readable);
  return isOurs ? readable : `event-${readable.replace(/^[^A-Za-z0-9]+/, '')}`.replace(/-$/, '');
}
