import type { Json, JsonObject } from '#base';
import { structureOfPlan } from '../../../src/compile/export/typescript';
import { beginRun, type Fact, type Step, takeFact } from '../../../src/compile/machine/module/engine';
import { Answer, type Plan, type Value } from '../../../src/compile/machine/module/standing';
import { workspace } from '../../notation/plan';
import type { Case } from '../random/build';
import { toPlan } from '../virtualRun';
import { Agenda, type Ended } from './agenda';
import { givenFor } from './given';

/** What a run of a module came to. */
export interface ModuleRun {
  /** Attempts as they began, each with its time: `20 /both/look#1`. */
  readonly visits: readonly string[];
  readonly calls: readonly string[];
  readonly phase: string;
  readonly outputs: JsonObject;
  readonly error: string | null;
}

/** The runtime of a module without XState around it, against the scripted outside: quick, and can be shrunk. */
export function engineRun(drawn: Case): ModuleRun {
  const plans = drawn.plans.map(toPlan);
  const features = JSON.parse(JSON.stringify(drawn.features));
  const structures = plans.map((plan) => structureOfPlan(plan, { ...workspace(plans), features }));
  const held = structures as unknown as readonly Plan[];
  const agenda = new Agenda(drawn);
  const given = { activities: {}, msUntil: agenda.msUntil, ...givenFor(plans, drawn) } as never;
  const visits: string[] = [];
  let step = beginRun(held, given, {});
  const take = (fact: Fact): void => {
    perform(takeFact(step.standing, held, given, fact));
  };
  const perform = (next: Step): void => {
    for (const address of next.standing.visited.slice(visits.length)) visits.push(`${agenda.now} ${address}`);
    step = next;
    for (const [index, effect] of next.effects.entries()) {
      // What is withdrawn in the step that asked for it never leaves.
      const { address = '' } = effect.kind === 'call' ? effect.call : {};
      const after = next.effects.slice(index + 1);
      if (after.some((one) => one.kind === 'withdraw' && one.address === address)) continue;
      if (effect.kind === 'withdraw') agenda.withdraw(effect.address);
      else if (effect.kind === 'timer')
        agenda.expect(effect.address, effect.delayMs, () => take({ kind: 'timer', address: effect.address }));
      else if (effect.kind === 'machine') throw new Error('Random plans run no machines.');
      else {
        const call = JSON.parse(JSON.stringify(effect.call));
        agenda.call(call, (ended) => take(factOf(call.address, ended)));
      }
    }
  };
  perform(step);
  for (let left = 3_000; step.standing.phase === 'going'; left--) {
    if (left === 0) throw new Error('The module goes on for ever.');
    const next = agenda.next((event, data) => take({ kind: 'signal', event, data: data as Value }));
    if (next === null) break;
    next();
  }
  const { phase, output, error } = step.standing;
  return {
    visits,
    calls: agenda.calls,
    phase,
    outputs: phase === 'completed' ? ((output ?? {}) as JsonObject) : {},
    error: error?.code ?? null,
  };
}

function factOf(address: string, ended: Ended): Fact {
  if ('error' in ended) return { kind: 'failed', address, error: ended.error };
  const value = JSON.parse(JSON.stringify(ended.value)) as Json as Value;
  return { kind: 'done', address, value: new Answer(value, ended.asks) };
}
