import type { AnyMachineSnapshot } from 'xstate';
import type { CompiledMachine } from './compiledMachine';
import { configurationOf, withConfiguration } from './configuration';
import type { ChartContext } from './context';
import { contextIn } from './contextIn';
import { readSaved, type Saved } from './saved';
import { stateValue } from './stateValue';
import type { MachineStanding } from './turn';

/** XState's own snapshots, by the value that stands for each: a standing that was restored has none yet. */
const LIVE = new WeakMap<object, AnyMachineSnapshot>();

/** Where a machine stands: a value. */
export function standingOf(snapshot: AnyMachineSnapshot, status: MachineStanding['status']): MachineStanding {
  const { variables, results, goalData, books } = contextIn(snapshot.context);
  const nodes = configurationOf(snapshot).filter((node) => node.parent !== undefined);
  const remembered = Object.entries(snapshot.historyValue);
  const saved: Saved = {
    nodes: nodes.map(({ id }) => id),
    history: Object.fromEntries(remembered.map(([id, states]) => [id, states.map((state) => state.id)])),
    ...books,
  };
  LIVE.set(saved, snapshot);
  return {
    status,
    configuration: nodes.toSorted((a, b) => a.order - b.order).map(({ id }) => id),
    value: snapshot.value,
    tags: [...snapshot.tags].sort(),
    variables,
    results,
    goalData,
    snapshot: saved,
  };
}

/** Where a machine stands that could not even be entered. */
export function nowhere({ variables, results, goalData }: ChartContext): MachineStanding {
  const snapshot: Saved = { nodes: [], history: {}, waiting: [], pending: [], asked: 0 };
  const seen = { configuration: [], value: null, tags: [] };
  return { status: 'failed', ...seen, variables, results, goalData, snapshot };
}

/** What XState goes on from. */
export interface Resumed {
  readonly snapshot: AnyMachineSnapshot;
  readonly context: ChartContext;
}

/**
 * A standing as XState's snapshot, and its context for one turn. Active states keep their order, which after a re-entry
 * is not that of the document, because XState asks parallel states in that order.
 */
export function resume(
  machine: CompiledMachine,
  standing: MachineStanding,
  { answers, handles }: Pick<ChartContext, 'answers' | 'handles'>,
): Resumed {
  const { variables, results, goalData } = standing;
  const saved = readSaved(standing.snapshot);
  const { waiting, pending, asked } = saved;
  const books = { waiting, pending, asked };
  const context = { variables, results, goalData, books, answers, otherwise: false, handles };
  const { snapshot } = standing;
  const live = typeof snapshot === 'object' && snapshot !== null ? LIVE.get(snapshot) : undefined;
  if (live !== undefined) return { snapshot: live, context };
  const restored = restore(machine, saved);
  if (typeof snapshot === 'object' && snapshot !== null) LIVE.set(snapshot, restored);
  return { snapshot: restored, context };
}

function restore({ logic }: CompiledMachine, { nodes, history }: Saved): AnyMachineSnapshot {
  const active = [logic.root, ...nodes.map((id) => logic.getStateNodeById(`#${id}`))];
  const value = stateValue(logic.root, active);
  const remembered = Object.entries(history).map(
    ([id, states]) => [id, states.map((state) => logic.getStateNodeById(`#${state}`))] as const,
  );
  const plain = logic.resolveState({
    value,
    context: {},
    historyValue: Object.fromEntries(remembered),
  });
  return withConfiguration({ ...plain, value }, active);
}
