declare const addressBrand: unique symbol;
/**
 * Where something happened in a run (K11):
 * `1*("/" id ["." body] ["[" index "]"] ["@" revision] ["#" attempt]) ["!" call]`.
 *
 * @example '/research/each[3]/execute@2/step-1#1'
 */
export type Address = string & { readonly [addressBrand]: true };

/** One segment of an address: a node, and which running instance of it. */
interface AddressSegment {
  readonly node: string;
  readonly body?: 'try' | 'catch' | 'finally';
  readonly index?: number;
  readonly revision?: number;
  readonly attempt?: number;
}

interface ParsedAddress {
  readonly segments: readonly AddressSegment[];
  /** What a node asked for besides its own call: `approve`, `timeout`, `merge`, a planner's call number. */
  readonly call?: string;
}

const SEGMENT =
  /^([A-Za-z][A-Za-z0-9_-]{0,63})(?:\.(try|catch|finally))?(?:\[(\d+)\])?(?:@(\d+))?(?:#(\d+))?$/;

/** The address of nothing: the run itself. Appending a node gives that node's address. */
export const ROOT = '' as Address;

/** The address of a node inside a scope. */
export function within(scope: Address, node: string): Address {
  return `${scope}/${node}` as Address;
}

/** The address of one of a TRY_CATCH's scopes. */
export function withBody(address: Address, body: 'try' | 'catch' | 'finally'): Address {
  return `${address}.${body}` as Address;
}

/** The address of one round of a LOOP, RETRY or ITERATOR; rounds count from 0. */
export function withIndex(address: Address, index: number): Address {
  return `${address}[${index}]` as Address;
}

export function withAttempt(address: Address, attempt: number): Address {
  return `${address}#${attempt}` as Address;
}

export function withRevision(address: Address, revision: number): Address {
  return `${address}@${revision}` as Address;
}

export function withCall(address: Address, call: string | number): Address {
  return `${address}!${call}` as Address;
}

/** The attempt that a call belongs to: `/a#1` for `/a#1!approve`. */
export function withoutCall(address: Address): Address {
  const bang = address.indexOf('!');
  return (bang < 0 ? address : address.slice(0, bang)) as Address;
}

/** Drops the last attempt, and the call after it: what a reader means by "this node". */
export function withoutAttempt(address: Address): Address {
  const bang = address.indexOf('!');
  const node = bang < 0 ? address : address.slice(0, bang);
  const hash = node.lastIndexOf('#');
  return (hash > node.lastIndexOf('/') ? node.slice(0, hash) : node) as Address;
}

/** Drops all that tells instances of one step apart: items, rounds and attempts. Bodies and revisions stay. */
export function withoutInstances(address: Address): Address {
  return address.replace(/\[\d+\]|#\d+/g, '') as Address;
}

/** Reads an address; null when the text is none. */
export function parseAddress(text: string): ParsedAddress | null {
  const bang = text.indexOf('!');
  const path = bang < 0 ? text : text.slice(0, bang);
  const call = bang < 0 ? undefined : text.slice(bang + 1);
  if (!path.startsWith('/') || call === '' || (call !== undefined && !/^[A-Za-z0-9-]+$/.test(call)))
    return null;
  const segments: AddressSegment[] = [];
  for (const part of path.slice(1).split('/')) {
    const match = SEGMENT.exec(part);
    if (!match) return null;
    segments.push(segmentOf(match));
  }
  return call === undefined ? { segments } : { segments, call };
}

/** Whether a text is an address. */
export function isAddress(text: string): text is Address {
  return parseAddress(text) !== null;
}

/** The id of the node that an address ends at. */
export function nodeOf(address: Address): string {
  const parsed = parseAddress(address);
  return parsed?.segments.at(-1)?.node ?? '';
}

/** How many nodes an address names: 0 for the run itself, 1 for a node of its plan. Items and rounds nest nothing. */
export function depthOf(address: Address): number {
  let depth = 0;
  for (const character of address) if (character === '/') depth++;
  return depth;
}

/** Whether `address` is `ancestor` or lies inside it. */
export function isWithin(address: string, ancestor: string): boolean {
  if (!address.startsWith(ancestor)) return false;
  const next = address[ancestor.length];
  return next === undefined || '/@#!.['.includes(next);
}

function segmentOf(match: RegExpExecArray): AddressSegment {
  const [, node = '', body, index, revision, attempt] = match;
  return {
    node,
    ...(body === undefined ? {} : { body: body as 'try' | 'catch' | 'finally' }),
    ...(index === undefined ? {} : { index: Number(index) }),
    ...(revision === undefined ? {} : { revision: Number(revision) }),
    ...(attempt === undefined ? {} : { attempt: Number(attempt) }),
  };
}
