import { enqueueActions, fromPromise, setup } from 'xstate';
import { beginRun, type Fact, type Step, takeFact } from './engine';
import type { Call, Failure, Implementations, Plan, Standing, Value, Variables } from './types';

/** What the machine hears: from itself alone. */
type Happened = {
  readonly type: 'timer';
  readonly address: string;
  readonly what: 'timeout' | 'retry' | 'round';
};
/** What it tells: each attempt that begins. */
type Told = { readonly type: 'visited'; readonly address: string };

interface Asked {
  readonly activity: string;
  readonly call: Call;
}

/** A plan as a machine of XState: activities are actors that it spawns, timers are delayed events. */
export function machineOf(plans: readonly Plan[], given: Implementations) {
  const activity = fromPromise(async ({ input }: { input: Asked }): Promise<Value> => {
    const perform = given.activities[input.activity];
    if (perform === undefined)
      throw { code: 'CAPABILITY_UNKNOWN', message: `No activity "${input.activity}".` };
    return await perform(input.call);
  });
  return setup({
    types: {
      context: {} as { readonly standing: Standing },
      input: {} as Variables,
      events: {} as Happened,
      emitted: {} as Told,
    },
    actors: { activity },
    guards: {
      isCompleted: ({ context }) => context.standing.phase === 'completed',
      isFailed: ({ context }) => context.standing.phase === 'failed',
    },
    actions: {
      begin: enqueueActions(({ event, enqueue }) => {
        const input: unknown = Reflect.get(event, 'input');
        perform(enqueue, beginRun(plans, given, isVariables(input) ? input : {}), 0);
      }),
      goOn: enqueueActions(({ context, event, enqueue }) => {
        const fact = factOf(event);
        if (fact !== null)
          perform(enqueue, takeFact(context.standing, plans, given, fact), context.standing.visited.length);
      }),
    },
  }).createMachine({
    id: plans[0]?.id ?? 'plan',
    context: {
      standing: {
        scopes: {},
        next: 0,
        phase: 'going',
        output: null,
        error: null,
        outputs: [],
        visited: [],
        effects: [],
      },
    },
    initial: 'running',
    states: {
      running: {
        entry: 'begin',
        on: {
          timer: { actions: 'goOn' },
          'xstate.done.actor.*': { actions: 'goOn' },
          'xstate.error.actor.*': { actions: 'goOn' },
        },
        always: [
          { guard: 'isCompleted', target: 'completed' },
          { guard: 'isFailed', target: 'failed' },
        ],
      },
      completed: { type: 'final' },
      failed: { type: 'final' },
    },
    output: ({ context }) => ({
      status: context.standing.phase,
      output: context.standing.output,
      error: context.standing.error,
      visited: context.standing.visited,
    }),
  });
}

/** The part of `enqueueActions` that is used here. */
interface Enqueue {
  assign(values: { readonly standing: Standing }): void;
  emit(told: Told): void;
  raise(event: Happened, options: { readonly id: string; readonly delay: number }): void;
  cancel(id: string): void;
  stopChild(id: string): void;
  spawnChild(logic: 'activity', options: { readonly id: string; readonly input: Asked }): void;
}

function perform(enqueue: Enqueue, { standing, effects }: Step, known: number): void {
  enqueue.assign({ standing });
  for (const address of standing.visited.slice(known)) enqueue.emit({ type: 'visited', address });
  for (const effect of effects) {
    const { kind } = effect;
    if (kind === 'call') {
      const { activity, call } = effect;
      enqueue.spawnChild('activity', { id: call.address, input: { activity, call } });
    } else if (kind === 'timer') {
      const { address, what, delayMs } = effect;
      enqueue.raise({ type: 'timer', address, what }, { id: `${address}!${what}`, delay: delayMs });
    } else {
      enqueue.stopChild(effect.address);
      for (const what of ['timeout', 'retry', 'round']) enqueue.cancel(`${effect.address}!${what}`);
    }
  }
}

/** An event of XState's as a fact: an actor's id is the address of its attempt. */
function factOf(event: object): Fact | null {
  const type = String(Reflect.get(event, 'type'));
  const address = String(Reflect.get(event, 'actorId') ?? Reflect.get(event, 'address') ?? '');
  if (type === 'timer') {
    const what = Reflect.get(event, 'what');
    return what === 'timeout' || what === 'retry' || what === 'round'
      ? { kind: 'timer', address, what }
      : null;
  }
  if (type.startsWith('xstate.done.actor.')) {
    const output: Value | undefined = Reflect.get(event, 'output');
    return { kind: 'done', address, value: output ?? null };
  }
  return { kind: 'failed', address, error: failureOf(Reflect.get(event, 'error')) };
}

/** What an activity threw. */
function failureOf(thrown: unknown): Failure {
  const isObject = typeof thrown === 'object' && thrown !== null;
  const code: unknown = isObject ? Reflect.get(thrown, 'code') : undefined;
  const message: unknown = isObject ? Reflect.get(thrown, 'message') : undefined;
  return {
    code: typeof code === 'string' ? code : 'FAILED',
    message: typeof message === 'string' ? message : String(thrown),
  };
}

function isVariables(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
