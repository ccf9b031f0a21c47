import { createActor, createMachine, fromCallback, fromPromise } from 'xstate';

const echo = fromCallback(({ sendBack }) => sendBack({ type: 'done' }));

/** A chain as XState actors: a running machine that invokes one actor per step. */
export function actorChain(count: number): Promise<void> {
  return finished(createMachine(chainConfig(count, 'echo'), { actors: { echo } }));
}

/** A fan-out as XState actors: one machine that invokes them all at once and counts. */
export function actorFanOut(count: number): Promise<void> {
  const invoke = Array.from({ length: count }, (_, index) => ({ src: 'echo', id: `s${index}` }));
  let left = count;
  const machine = createMachine(
    {
      initial: 'running',
      states: { running: { invoke, on: { done: { guard: 'last', target: 'end' } } }, end: { type: 'final' } },
    },
    { actors: { echo }, guards: { last: () => --left === 0 } },
  );
  return finished(machine);
}

/** Plans that come while the run goes on, as XState actors: each is built when it is reached, and invoked. */
export function actorDynamic(count: number): Promise<void> {
  const plans = 10;
  const plan = fromPromise(() => actorChain(count / plans));
  return finished(createMachine(chainConfig(plans, 'plan'), { actors: { plan } }));
}

function chainConfig(count: number, src: string): { initial: string; states: Record<string, object> } {
  const states: Record<string, object> = { end: { type: 'final' } };
  for (let index = 0; index < count; index++) {
    const target = index + 1 < count ? `s${index + 1}` : 'end';
    states[`s${index}`] = { invoke: { src, id: `s${index}`, onDone: target }, on: { done: target } };
  }
  return { initial: 's0', states };
}

function finished(machine: Parameters<typeof createActor>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    const actor = createActor(machine);
    actor.subscribe({ complete: resolve, error: reject });
    actor.start();
  });
}
