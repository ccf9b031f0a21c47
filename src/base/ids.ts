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
