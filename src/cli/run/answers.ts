import { type Address, isAddress, type Json, LIMITS, parseExactJson } from '#base';
import type { Command } from '#kernel';
import { refuse } from '../outcome';

/** An answer that waits for its question. */
export interface Answer {
  readonly address: string;
  readonly value: Json;
}

/** H1 `--answer ADDRESS=JSON`. @throws Refusal when it is not of that form */
export function readAnswer(given: string): Answer {
  const [, address, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? [];
  const help = `For example --answer '/ask={"decision": "approve"}'.`;
  if (address === undefined || text === undefined || !isAddress(address))
    throw refuse('USAGE', `--answer takes ADDRESS=JSON, not "${given}".`, help);
  const value = parseExactJson(text, LIMITS.jsonDepth);
  if (!value.ok) throw refuse('USAGE', `--answer ${address}: ${value.problem.message}`, help);
  return { address, value: value.value };
}

/** Takes the oldest answer that is meant for a wait; the attempt may be left out of its address. */
export function takeAnswer(answers: Answer[], wait: Extract<Command, { kind: 'wait' }>): Answer | undefined {
  const index = answers.findIndex(
    ({ address }) => address === wait.address || address === withoutAttempts(wait.address),
  );
  return index < 0 ? undefined : answers.splice(index, 1)[0];
}

/** `/ask#1` is `/ask`, and `/execute!approve` stays: what waits there is another question. */
export function withoutAttempts(address: Address): string {
  return address.replace(/#\d+(?=$|!)/, '');
}
