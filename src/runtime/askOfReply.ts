import type { Address } from '#base';
import { type CallSurroundings, callCapability } from './callCapability';
import { CallError } from './ports';
import type { AskOfReply } from './readRaw';

/** Has capabilities read a reply, inside the command of the planner that it is for (P13). */
export function askOfReply(address: Address, around: CallSurroundings, signal: AbortSignal): AskOfReply {
  return async (capability, planText) => {
    const command = {
      address,
      capability,
      effect: 'unknown',
      idempotent: false,
      input: { planText },
      kind: 'call',
    } as const;
    const fact = await callCapability(command, around, signal);
    if (fact.type === 'effect.succeeded') return fact.result;
    if (fact.type === 'effect.failed') throw new CallError(fact.error);
    return null;
  };
}
