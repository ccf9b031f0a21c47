import { type Address, type Json, present } from '#base';
import { type Fact, proposalAt } from '#kernel';
import { rulesCanPlan } from './askPlanner';
import { CallError } from './callError';
import type { Driver } from './driver';
import type { RunHandle } from './runHandle';
import { storable } from './storable';

/** The steering wheel of a driver. */
export function handleOf(runId: string, driver: Driver): RunHandle {
  const until = (test: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (test()) return resolve();
      const remove = driver.changeListeners.add(() => {
        if (!test()) return;
        remove();
        resolve();
      });
    });
  const send = (fact: Fact): Promise<void> => driver.send(fact);
  return {
    runId,
    get commits() {
      return driver.commits;
    },
    get trouble() {
      return driver.trouble;
    },
    send,
    subscribe: (listener) => driver.commitListeners.add(listener),
    onProgress: (listener) => driver.progressListeners.add(listener),
    onTrouble: (listener) => driver.troubleListeners.add(listener),
    retryStorage: () => driver.retryStorage(),
    pause: () => send({ type: 'run.paused', reason: 'user' }),
    resume: async (input) => {
      await driver.retryStorage();
      await send({ type: 'run.resumed', ...(input === undefined ? {} : { input: copyOf(input) }) });
    },
    step: (mode = 'over') => send({ type: 'run.stepped', mode }),
    cancel: (reason) => send({ type: 'run.cancelled', ...present({ reason }) }),
    answer: async (address, value) => send(answerOf(address, value)),
    proposal: (address) => (driver.state === null ? null : proposalAt(driver.state, address)),
    signal: async (event, data = null, correlationId) =>
      send({
        type: 'signal.received',
        event,
        data: copyOf(data),
        ...present({ correlationId }),
      }),
    settle: async (address, as) =>
      send({
        type: 'effect.settled',
        address,
        as: as.kind === 'done' ? { kind: 'done', result: copyOf(as.result) } : as,
      }),
    rulesCanPlan: (command) => rulesCanPlan(command, driver.around),
    planByRules: (call) => driver.around.passedOver.pass(call),
    atRest: () => until(() => driver.isAtRest),
    done: until(() => driver.isOver),
    close: () => driver.close(),
  };
}

function answerOf(address: Address, value: Json): Fact {
  return { type: 'answer.given', address, value: copyOf(value) };
}

/** What a page hands in is copied and judged like a result: the ledger keeps it for good. */
function copyOf(value: Json): Json {
  const copy = storable(value);
  if (!copy.ok) throw new CallError(copy.problem);
  return copy.value;
}
