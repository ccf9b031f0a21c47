import {
  type ActorScope,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  type EventObject,
  type ExecutableActionObject,
} from 'xstate';

const self = createActor(createMachine({}));

/**
 * A scope in which nothing is ever started, sent or deferred: what a machine does is told to `onAction`. `transition()`
 * of XState would make one per event, and with it the machine's whole initial snapshot. XState documents this use only as
 * the interface of actor logic: the version is pinned, and `xstateFacts.test.ts` tests what is leaned on.
 */
export function inertScope(
  onAction: (action: Pick<ExecutableActionObject, 'type' | 'params'>) => void,
): ActorScope<AnyMachineSnapshot, EventObject> {
  return {
    self,
    id: '',
    sessionId: '',
    logger: () => {},
    defer: () => {},
    emit: () => {},
    system: self.system,
    stopChild: () => {},
    actionExecutor: onAction,
  };
}
