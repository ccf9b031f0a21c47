import {
  type ActorScope,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  type EventObject,
} from 'xstate';
import type { MachineConfig } from '../config';
import type { MachineEffect } from './implementations';
import { KERNEL_FLAVOUR, type ScopeEvent } from './kernelFlavour';
import { lower } from './lowering';

/** A machine as XState built it. */
export type Machine = ReturnType<typeof buildMachine>;

/** What one event did: the next snapshot, and what it asks for. */
export interface MachineTurn {
  readonly snapshot: AnyMachineSnapshot;
  readonly effects: readonly MachineEffect[];
}

/** How many structures are kept built. Most scopes of a run are alike: lines of the same length, one node alone. */
const KEPT = 256;
const BUILT = new Map<string, Machine>();

/** Builds the lowered machine of a canonical configuration, or takes one of equal structure that was built before. */
export function machineFor(config: MachineConfig): Machine {
  const lowered = lower(config);
  const structure = JSON.stringify(lowered);
  const known = BUILT.get(structure);
  if (known) return known;
  const machine = buildMachine(lowered);
  if (BUILT.size >= KEPT) for (const oldest of BUILT.keys()) if (BUILT.delete(oldest)) break;
  BUILT.set(structure, machine);
  return machine;
}

function buildMachine(config: MachineConfig) {
  return createMachine(config, KERNEL_FLAVOUR);
}

/**
 * The one long-lived inert scope of the house. `transition()` of XState would make one per event, and with it the
 * machine's whole initial snapshot; here nothing is ever started, sent or deferred. XState documents this use only
 * as the interface of actor logic: the version is pinned, and `xstateFacts.test.ts` tests what is leaned on.
 */
const effects: MachineEffect[] = [];
const self = createActor(createMachine({}));
const SCOPE: ActorScope<AnyMachineSnapshot, EventObject> = {
  self,
  id: '',
  sessionId: '',
  logger: () => {},
  defer: () => {},
  emit: () => {},
  system: self.system,
  stopChild: () => {},
  actionExecutor: (action) => {
    if (isEffect(action)) effects.push(action);
  },
};

export function openMachine(machine: Machine): MachineTurn {
  effects.length = 0;
  const snapshot = machine.getInitialSnapshot(SCOPE, undefined);
  if (snapshot.status === 'error') throw snapshot.error;
  return { snapshot, effects: effects.slice() };
}

/** A machine that is done takes no more events: XState would still follow those of its root. */
export function stepMachine(machine: Machine, from: AnyMachineSnapshot, event: ScopeEvent): MachineTurn {
  if (from.status !== 'active') return { snapshot: from, effects: [] };
  effects.length = 0;
  const snapshot = machine.transition(from, event, SCOPE);
  return { snapshot, effects: effects.slice() };
}

const EFFECTS: ReadonlySet<string> = new Set(['start', 'skip', 'enter', 'openBranch']);

function isEffect(action: { readonly type: string }): action is MachineEffect {
  return EFFECTS.has(action.type);
}
