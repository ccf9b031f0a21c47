import { type Json, type JsonObject, own } from '#base';

/** Words of XState v4 that v5 does not hear, with what v5 says instead. */
export type OldWords = Readonly<Record<string, string>>;

export const OLD_OF_STATES: OldWords = {
  onEntry: '"entry"',
  onExit: '"exit"',
  activities: '"invoke"',
  data: '"output"',
};
export const OLD_OF_TRANSITIONS: OldWords = {
  cond: '"guard"',
  in: '"guard" with stateIn(…)',
  internal: '"reenter": true',
};
export const OLD_OF_INVOCATIONS: OldWords = {
  data: '"input"',
  autoForward: '"sendTo" for each event',
};

/** Without a guard in its place, what v4 asks there would not be asked at all. */
export function losesCondition(key: string, config: JsonObject): boolean {
  return (key === 'cond' || key === 'in') && own(config, 'guard') === undefined;
}

/** Whether v5 does the same without hearing the word: its transitions are internal. */
export function isDefault(key: string, value: Json): boolean {
  return key === 'internal' && value === true;
}

/** Words of a machine that only v4 reads, and that change nothing in v5. */
const SIGNS = ['predictableActionArguments', 'preserveActionOrder', 'tsTypes', 'schema'] as const;

/** By what a machine says that it is written for v4; null where nothing does. */
export function signOfVersion4(config: JsonObject): string | null {
  return SIGNS.find((key) => Object.hasOwn(config, key)) ?? null;
}

/** Events that v4 sends and v5 calls otherwise. */
export function isOldEvent(type: string): boolean {
  return /^(?:done\.(?:invoke|state)|error\.(?:platform|communication|execution))\./.test(type);
}
