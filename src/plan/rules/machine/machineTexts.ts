import type { Json } from '#base';
import type { Field } from '../../fields/fields';
import { fieldsOfOwner } from '../../graph/fieldsOf';
import { transitionsOf } from '../../graph/states';
import type { MachineAction } from '../../schema/stateMachine';
import type { MachineSubject } from './machineSubject';

/** A text of a machine in one of its languages, and what it may name besides variables (V3, M1). */
export interface MachineText {
  /** A condition may also ask `inState` and `guard`. */
  readonly kind: 'condition' | 'expression' | 'template';
  readonly value: Json;
  /** Whose it is; null for the machine itself. */
  readonly owner: string | null;
  readonly field: string;
  readonly sees: readonly string[];
}

/** What every text of a machine may name. */
const COMMON = ['event', 'results', 'goal_data'];

/** An action, and where it is written. */
export interface PlacedAction {
  readonly action: MachineAction;
  readonly owner: string | null;
  readonly field: string;
}

/** All actions of a machine: of entries, exits, transitions and the way into initial states. */
export function machineActions({ owners }: MachineSubject): readonly PlacedAction[] {
  return owners.flatMap(({ id, node }) => {
    const placed = (actions: readonly MachineAction[] | undefined, field: string): readonly PlacedAction[] =>
      (actions ?? []).map((action, index) => ({ action, owner: id, field: `${field}/${index}` }));
    return [
      ...placed(node.entry, '/entry'),
      ...placed(node.initialActions, '/initialActions'),
      ...placed(node.exit, '/exit'),
      ...transitionsOf(node).flatMap(({ path, transition }) => placed(transition.actions, `${path}/actions`)),
    ];
  });
}

/** Every text of a machine, in document order of its owners. */
export function machineTexts({ owners }: MachineSubject): readonly MachineText[] {
  return owners.flatMap(({ id, node }) => fieldsOfOwner(node).flatMap((field) => ofField(field, id)));
}

function ofField({ is, value, path, sees }: Field, owner: string | null): readonly MachineText[] {
  const kind = is === 'cel' ? 'expression' : is;
  if (kind !== 'expression' && kind !== 'condition' && kind !== 'template') return [];
  return [{ kind, value, owner, field: path, sees: [...COMMON, ...sees] }];
}
