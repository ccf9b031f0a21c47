import { type Address, withoutAttempt } from '#base';
import type { Commit, Entry } from '#kernel';
import { scopeOf } from './addresses';
import { type Draft, nodeAt, touchNode } from './draft';
import { transitionKey } from './machineShapes';
import type { MachineRecord, NodeStatus } from './runView';

/** What an entry of a machine says of its states (M1): active ones read running, those that were left succeeded. */
export function foldState(draft: Draft, entry: Entry, { at, seq }: Commit): void {
  const { address } = entry;
  switch (entry.kind) {
    case 'state.entered': {
      const machine = machineAt(draft, scopeOf(address));
      setMachine(draft, { ...machine, active: [...machine.active, address] });
      touchNode(draft, address, seq, { status: 'running', startedAt: at, endedAt: null });
      return;
    }
    case 'state.left': {
      const machine = machineAt(draft, scopeOf(address));
      setMachine(draft, { ...machine, active: machine.active.filter((one) => one !== address) });
      settle(draft, address, 'succeeded', at, seq);
      return;
    }
    case 'transition.taken': {
      const machine = machineAt(draft, scopeOf(address));
      const key = transitionKey(entry.data.state, entry.data.path);
      if (!machine.taken.has(key)) setMachine(draft, { ...machine, taken: new Set([...machine.taken, key]) });
      return;
    }
    case 'machine.result': {
      const { key, value } = entry.data;
      const machine = machineAt(draft, draft.machines.has(address) ? address : scopeOf(address));
      setMachine(draft, { ...machine, results: { ...machine.results, [key]: value } });
      return;
    }
    case 'machine.done':
      // XState leaves the final state too; what it has come to is read on it.
      if (entry.data.state !== null) settle(draft, address, OUTCOMES[entry.data.outcome], at, seq);
      return;
    default:
      return;
  }
}

/** The machine at that place has ended from outside, or the run has: what was active in it did so too. */
export function endStates(
  draft: Draft,
  place: Address | null,
  status: NodeStatus,
  at: number,
  seq: number,
): void {
  for (const machine of draft.machines.values()) {
    if (place !== null && machine.place !== place) continue;
    for (const state of machine.active) {
      if (nodeAt(draft, state).endedAt === null) settle(draft, state, status, at, seq);
    }
  }
}

/** A state is active until it is left, whatever becomes of its action (M2), whose attempts are shown with it. */
export function keepActive(draft: Draft, address: Address, seq: number): void {
  const key = withoutAttempt(address);
  if (!draft.machines.get(scopeOf(key))?.active.includes(key)) return;
  const { status } = nodeAt(draft, key);
  if (SETTLED.has(status)) touchNode(draft, key, seq, { status: 'running', endedAt: null });
}

const OUTCOMES = { completed: 'succeeded', failed: 'failed' } as const;

const SETTLED: ReadonlySet<NodeStatus> = new Set(['succeeded', 'failed', 'skipped', 'cancelled']);

function settle(draft: Draft, address: Address, status: NodeStatus, at: number, seq: number): void {
  const { waits } = nodeAt(draft, address);
  touchNode(draft, address, seq, {
    status,
    endedAt: at,
    message: null,
    waits: waits.map((wait) => (wait.to === null ? { ...wait, to: at } : wait)),
  });
}

function machineAt(draft: Draft, place: Address): MachineRecord {
  return draft.machines.get(place) ?? { place, active: [], results: {}, taken: new Set() };
}

function setMachine(draft: Draft, machine: MachineRecord): void {
  draft.machines = new Map(draft.machines).set(machine.place, machine);
}
