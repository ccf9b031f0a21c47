/** What the types of events of others are compiled to, so that they never meet XState's or ours (C4). */
const USER = 'ev.';

/** `go` → `ev.go`, `order.*` → `ev.order.*`, `*` → `ev.*`. */
export function compiledType(descriptor: string): string {
  return `${USER}${descriptor}`;
}

/** The author's type of a compiled one; XState's and ours are as they are. */
export function authoredType(type: string): string {
  return type.startsWith(USER) ? type.slice(USER.length) : type;
}

/** M2: the response of a state's action has come, and no transition matched. */
export function defaultType(state: string): string {
  return `default.${state}`;
}

/** Whether every event that the second hears is heard by the first too; as XState matches, `a.*` hears `a`. */
export function hears(descriptor: string, other: string): boolean {
  if (descriptor === '*' || descriptor === other) return true;
  if (!descriptor.endsWith('.*')) return false;
  const prefix = descriptor.slice(0, -2);
  return other === prefix || other.startsWith(`${prefix}.`);
}

/** A timer that an `after` starts: of all transitions with this delay, named by the first. */
export function afterTimer(state: string | null, path: string): string {
  return `${state ?? ''}!after-${path.slice('/after/'.length)}`;
}

/** A timer has fired. */
export function timerType(timer: string): string {
  return `timer.${timer}`;
}

/** An invocation of a state has completed; null stands for the machine itself. */
export function doneType(state: string | null, invocation: string): string {
  return `done.${state ?? ''}!${invocation}`;
}

/** An invocation has failed. */
export function failedType(state: string | null, invocation: string): string {
  return `failed.${state ?? ''}!${invocation}`;
}
