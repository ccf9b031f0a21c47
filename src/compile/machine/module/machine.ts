import { createActor, enqueueActions, fromPromise, setup } from 'xstate';
import { beginRun, type Fact, notBegun, type Step, takeFact } from './engine';
import type {
  Activity,
  Answer,
  Call,
  Failure,
  Implementations,
  Machine,
  Plan,
  Standing,
  Value,
  Variables,
} from './standing';

/** What the machine hears: its own timers, and signals, which whoever runs it sends. */
export type Happened =
  | { readonly type: 'timer'; readonly address: string; readonly leftMs?: number }
  | { readonly type: 'signal'; readonly event: string; readonly data?: Value }
  | { readonly type: 'begin'; readonly input: Variables };
/** What it tells: each attempt that begins. */
type Told = { readonly type: 'visited'; readonly address: string };

type SignalFact = Extract<Fact, { readonly kind: 'signal' }>;
/** What a machine of XState has spawned, by id: of ours the addresses of what they are for. */
type Children = { readonly [id: string]: { getSnapshot(): unknown } | undefined };

interface Wanted {
  readonly activity: string;
  readonly call: Call;
}

/** A plan as a machine of XState: activities and state machines are actors that it spawns, timers are delayed events. */
export function machineOf(plans: readonly Plan[], given: Implementations) {
  const activity = fromPromise(
    async ({
      input,
      signal,
    }: {
      input: Wanted;
      signal: Parameters<Activity>[1];
    }): Promise<Value | Answer> => {
      const does = given.activities[input.activity];
      if (does === undefined)
        throw { code: 'CAPABILITY_UNKNOWN', message: `No activity "${input.activity}".` };
      return await does(input.call, signal);
    },
  );
  /** What an observer makes of it changes nothing. */
  const tellNow = ({ activity: name, call }: Wanted): void => {
    const alone = createActor(activity, { input: { activity: name, call } });
    alone.subscribe({ error: () => undefined });
    alone.start();
  };
  const actors: Record<string, Machine> = { activity };
  for (const [id, machine] of Object.entries(given.machines ?? {}))
    if (machine !== undefined) actors[`machine:${id}`] = machine;
  return setup({
    types: {
      context: {} as { readonly standing: Standing },
      input: {} as Variables,
      events: {} as Happened,
      emitted: {} as Told,
    },
    actors,
    guards: {
      isCompleted: ({ context }) => context.standing.phase === 'completed',
      isNotYet: ({ event }) => event.type === 'timer' && (event.leftMs ?? 0) > 0,
      isFailed: ({ context }) => context.standing.phase === 'failed',
    },
    actions: {
      askToBegin: enqueueActions(({ event, enqueue, self }) => {
        const input: unknown = Reflect.get(event, 'input');
        enqueue.sendTo(self, { type: 'begin', input: isVariables(input) ? input : {} });
      }),
      begin: enqueueActions(({ event, enqueue }) => {
        if (event.type === 'begin') perform(tellNow, enqueue, beginRun(plans, given, event.input), 0);
      }),
      hearLater: enqueueActions(({ event, enqueue, self }) => {
        enqueue.sendTo(self, event);
      }),
      goOn: enqueueActions(({ context, event, enqueue, self }) => {
        const fact = factOf(event);
        if (fact === null) return;
        const { visited, signals } = context.standing;
        const step = takeFact(context.standing, plans, given, fact);
        const isKept = fact.kind === 'signal' && step.standing.signals.length > signals.length;
        const machine = isKept ? hearerOf(fact, step.standing, self.getSnapshot().children) : undefined;
        if (machine === undefined || fact.kind !== 'signal') {
          perform(tellNow, enqueue, step, visited.length);
          return;
        }
        const standing = { ...step.standing, signals };
        perform(tellNow, enqueue, { ...step, standing }, visited.length);
        enqueue.sendTo(machine, eventOf(fact));
      }),
      waitOn: enqueueActions(({ event, enqueue }) => {
        if (event.type === 'timer') wait(enqueue, event.address, event.leftMs ?? 0);
      }),
    },
  }).createMachine({
    id: plans[0]?.id ?? 'plan',
    context: { standing: notBegun() },
    initial: 'starting',
    states: {
      // XState starts what its first step spawns before any timer of that step, and a container's timer comes before its
      // contents (L2): so the run begins with the second step.
      starting: {
        entry: 'askToBegin',
        on: {
          begin: { target: 'running', actions: 'begin' },
          signal: { actions: 'hearLater' },
        },
      },
      running: {
        on: {
          timer: [{ guard: 'isNotYet', actions: 'waitOn' }, { actions: 'goOn' }],
          signal: { actions: 'goOn' },
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
  (action: () => void): void;
  assign(values: { readonly standing: Standing }): void;
  emit(told: Told): void;
  raise(event: Happened, options: { readonly id: string; readonly delay: number }): void;
  cancel(id: string): void;
  stopChild(id: string): void;
  spawnChild(logic: string, options: { readonly id: string; readonly input: Wanted | Value }): void;
  sendTo(child: string, event: { readonly type: string }): void;
}

const CALLS = new Set(['call', 'machine', 'guard', 'merge', 'approve']);

/** Hosts know no longer timers: a longer wait is made of several. */
const LONGEST_MS = 2 ** 31 - 1;

function wait(enqueue: Enqueue, address: string, delayMs: number): void {
  const delay = Math.min(delayMs, LONGEST_MS);
  enqueue.raise({ type: 'timer', address, leftMs: delayMs - delay }, { id: address, delay });
}

/** A signal that no wait has taken is for the oldest machine that can take it (R16); none hears XState's own events. */
function hearerOf(signal: SignalFact, { asked }: Standing, children: Children): string | undefined {
  if (signal.event.startsWith('xstate.')) return undefined;
  const machines = Object.entries(asked).filter(([, { what }]) => what === 'machine');
  return machines.find(([address]) => canTake(children[address]?.getSnapshot(), eventOf(signal)))?.[0];
}

function canTake(snapshot: unknown, event: object): boolean {
  const can: unknown = isVariables(snapshot) ? Reflect.get(snapshot, 'can') : undefined;
  return typeof can === 'function' && can.call(snapshot, event) === true;
}

/** The keys of what it brings stand beside its name, as machines have them. */
function eventOf({ event, data }: SignalFact): { readonly type: string } {
  return { ...(isVariables(data) ? data : { data }), type: event };
}

function perform(
  tellNow: (wanted: Wanted) => void,
  enqueue: Enqueue,
  { standing, effects }: Step,
  known: number,
): void {
  enqueue.assign({ standing });
  for (const address of standing.visited.slice(known)) enqueue.emit({ type: 'visited', address });
  for (const effect of effects) {
    if (effect.kind === 'tell' && standing.phase !== 'going') {
      // An actor that is spawned in the last step would be stopped before it starts.
      enqueue(() => tellNow(effect));
    } else if (effect.kind === 'call' || effect.kind === 'tell') {
      const { activity, call } = effect;
      enqueue.spawnChild('activity', { id: call.address, input: { activity, call } });
    } else if (effect.kind === 'machine') {
      const { machine, address, input } = effect;
      enqueue.spawnChild(`machine:${machine}`, { id: address, input });
    } else if (effect.kind === 'timer') {
      const { address, delayMs } = effect;
      wait(enqueue, address, delayMs);
    } else if (CALLS.has(effect.what)) enqueue.stopChild(effect.address);
    else if (effect.what !== 'listen') enqueue.cancel(effect.address);
  }
}

/** An event of XState's as a fact: an actor's id is the address of what was asked. */
function factOf(event: object): Fact | null {
  const type = String(Reflect.get(event, 'type'));
  if (type === 'signal') {
    const data: Value | undefined = Reflect.get(event, 'data');
    return { kind: 'signal', event: String(Reflect.get(event, 'event')), data: data ?? null };
  }
  const address = String(Reflect.get(event, 'actorId') ?? Reflect.get(event, 'address') ?? '');
  if (type === 'timer') return { kind: 'timer', address };
  if (type.startsWith('xstate.done.actor.')) {
    const output: Value | Answer | undefined = Reflect.get(event, 'output');
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
