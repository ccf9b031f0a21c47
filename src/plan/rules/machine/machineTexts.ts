import { escapePointer, type Json } from '#base';
import { transitionsOf } from '../../graph/transitions';
import type { MachineAction } from '../../schema/machineAction';
import type { MachineSubject, Owner } from './machineSubject';

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
export function machineTexts(subject: MachineSubject): readonly MachineText[] {
  return [
    ...subject.owners.flatMap(ofOwner),
    ...machineActions(subject).flatMap(ofAction),
    ...ofPlan(subject),
  ];
}

function ofOwner({ id, node }: Owner): readonly MachineText[] {
  const text = maker(id);
  return [
    ...transitionsOf(node).flatMap(({ path, transition }) =>
      text('condition', transition.when, `${path}/when`),
    ),
    ...text('template', node.output, '/output'),
    ...('action' in node ? text('template', node.action?.data, '/action/data') : []),
    ...('choose' in node ? text('template', node.choose?.question, '/choose/question') : []),
    ...(node.invoke ?? []).flatMap((invocation, index) => [
      ...text('template', invocation.input, `/invoke/${index}/input`),
      ...Object.entries(invocation.output ?? {}).flatMap(([variable, source]) =>
        text('expression', source, `/invoke/${index}/output/${escapePointer(variable)}`, ['result']),
      ),
    ]),
  ];
}

function ofAction({ action, owner, field }: PlacedAction): readonly MachineText[] {
  const text = maker(owner);
  switch (action.type) {
    case 'assign':
      return Object.entries(action.values).flatMap(([variable, source]) =>
        text('expression', source, `${field}/values/${escapePointer(variable)}`),
      );
    case 'raise':
    case 'send':
    case 'emit':
      return text('template', action.data, `${field}/data`);
    case 'log':
      return text('template', action.message, `${field}/message`);
    case 'call':
      return text('template', action.input, `${field}/input`);
    case 'cancel':
      return [];
  }
}

function ofPlan({ plan }: MachineSubject): readonly MachineText[] {
  const text = maker(null);
  const { result, guards = [], delays = [], responders = [] } = plan;
  return [
    ...text('template', result, '/result'),
    ...guards.flatMap(({ when }, index) => text('condition', when, `/guards/${index}/when`, ['params'])),
    ...delays.flatMap(({ ms }, index) =>
      typeof ms === 'string' ? text('expression', ms, `/delays/${index}/ms`) : [],
    ),
    ...responders.flatMap(({ input, message }, index) => [
      ...text('template', input, `/responders/${index}/input`),
      ...text('template', message, `/responders/${index}/message`),
    ]),
  ];
}

function maker(owner: string | null) {
  return (
    kind: MachineText['kind'],
    value: Json | undefined,
    field: string,
    more: readonly string[] = [],
  ): readonly MachineText[] =>
    value === undefined ? [] : [{ kind, value, owner, field, sees: [...COMMON, ...more] }];
}
