import { createActor } from 'xstate';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { toTypeScript } from '#compile';
import { type Call, loaded, settle } from '../../compile/loaded';
import { workspace } from '../../notation/plan';
import type { Case } from '../random/build';
import { toPlan } from '../virtualRun';
import { Agenda, type Ended } from './agenda';
import type { ModuleRun } from './engineRun';
import { givenFor } from './given';

/** The exported module under `createActor` of XState, against the scripted outside on a virtual clock. */
export async function actorRun(drawn: Case): Promise<ModuleRun> {
  const plans = drawn.plans.map(toPlan);
  const [plan] = plans;
  if (plan === undefined) throw new Error('no plan');
  const features = JSON.parse(JSON.stringify(drawn.features));
  const { text } = await toTypeScript(plan, { ...workspace(plans), features });
  const { createPlanMachine, Answer } = await loaded(text);
  const agenda = new Agenda(drawn);
  const perform = (call: Call, signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => agenda.withdraw(call.address));
      agenda.call(call, (ended: Ended) => {
        if ('error' in ended) reject(ended.error);
        else resolve(isPlain(ended.asks) ? ended.value : new Answer(ended.value, ended.asks));
      });
    });
  const activities = new Proxy({}, { get: () => perform });
  const machine = createPlanMachine({ activities, msUntil: agenda.msUntil, ...givenFor(plans, drawn) });
  const actor = createActor(machine, { input: {} as never, clock: clockOf(agenda) as never });
  const visits: string[] = [];
  actor.on('visited' as never, (told: object) => {
    visits.push(`${agenda.now} ${String(Reflect.get(told, 'address'))}`);
  });
  actor.start();
  await settle();
  for (let left = 1_500; actor.getSnapshot().status === 'active'; left--) {
    if (left === 0) throw new Error('The module goes on for ever.');
    const next = agenda.next((event, data) => actor.send({ type: 'signal', event, data } as never));
    if (next === null) break;
    next();
    await settle();
  }
  actor.stop();
  return { visits, calls: agenda.calls, ...endOf(actor.getSnapshot().context) };
}

/** XState's own clock, in the same line as the calls. */
function clockOf(agenda: Agenda) {
  let timers = 0;
  return {
    setTimeout(happens: () => void, afterMs: number): string {
      const address = `timer ${timers++}`;
      agenda.expect(address, afterMs, happens);
      return address;
    },
    clearTimeout: (address: string): void => agenda.withdraw(address),
  };
}

function endOf(context: unknown): Pick<ModuleRun, 'phase' | 'outputs' | 'error'> {
  const { standing }: { standing: { phase: string; output: Json; error: { code: string } | null } } =
    context as never;
  const outputs: JsonObject = isJsonObject(standing.output) ? standing.output : {};
  return { phase: standing.phase, outputs, error: standing.error?.code ?? null };
}

function isPlain(asks: object): boolean {
  return Object.keys(asks).length === 0;
}
