import type { Json } from '#base';
import type { PlanCommand, RunStarted } from '#kernel';
import type { PlannerState, ReplyEnd } from '#planner';
import { type CallSurroundings, callCapability } from './callCapability';
import { CallError } from './callError';
import { readRaw } from './readDocument';

/** Reads a raw reply in a run that happens: capabilities that make the plan of it are called, inside the planner's command. */
export function readInRun(
  command: PlanCommand,
  started: RunStarted,
  reply: string,
  state: PlannerState,
  around: CallSurroundings,
  signal: AbortSignal,
  ended?: ReplyEnd,
): ReturnType<typeof readRaw> {
  const ask = (capability: string, planText: string): Promise<Json> =>
    resultOf({ ...command, capability, planText }, around, signal);
  return readRaw(command, started, reply, state, ask, signal, ended);
}

async function resultOf(
  { address, capability, planText }: Pick<PlanCommand, 'address'> & { capability: string; planText: string },
  around: CallSurroundings,
  signal: AbortSignal,
): Promise<Json> {
  const call = { address, capability, input: { planText }, kind: 'call' } as const;
  const fact = await callCapability({ ...call, effect: 'unknown', idempotent: false }, around, signal);
  if (fact.type === 'effect.succeeded') return fact.result;
  if (fact.type === 'effect.failed') throw new CallError(fact.error);
  return null;
}
