import {
  allStates,
  type PlacedTransition,
  type State,
  type StateMachinePlan,
  targetsOf,
  transitionsOf,
} from '#plan';
import type { CompiledPlan } from '../compile';
import { type MachineGraph, type MachineState, machineGraph } from './machineGraph';

/**
 * A compiled plan as a Mermaid state diagram (C3). Names are escaped: no character of a name can end a label, open a
 * tag or begin a directive (case B2).
 *
 * @see https://mermaid.js.org/syntax/stateDiagram.html
 */
export function toMermaid(compiled: CompiledPlan): string {
  const graph = machineGraph(compiled);
  const names = new Map(graph.states.map((state, index) => [state.key, `s${index}`]));
  const lines = ['stateDiagram-v2', ...linesOf(graph, null, names, '  ')];
  return `${lines.join('\n')}\n`;
}

type Names = ReadonlyMap<string, string>;

function linesOf(graph: MachineGraph, parent: string | null, names: Names, indent: string): string[] {
  const inside = graph.states.filter((state) => state.parent === parent);
  if (graph.states.some((state) => state.key === parent && state.kind === 'parallel')) {
    return inside.flatMap((region, index) => [
      ...(index > 0 ? [`${indent}--`] : []),
      ...linesOf(graph, region.key, names, indent),
    ]);
  }
  const lines = inside.flatMap((state) => stateLines(graph, state, names, indent));
  const kinds = new Map(inside.map((state) => [state.key, state.kind]));
  for (const { from, to, label } of graph.transitions) {
    if (!kinds.has(from)) continue;
    const ends = `${nameOf(from, kinds, names)} --> ${nameOf(to, kinds, names)}`;
    lines.push(`${indent}${ends}${label === '' ? '' : ` : ${escaped(label)}`}`);
  }
  return lines;
}

function stateLines(graph: MachineGraph, state: MachineState, names: Names, indent: string): string[] {
  if (state.kind === 'initial' || state.kind === 'final') return [];
  const declared = `${indent}state "${escaped(state.title)}" as ${names.get(state.key)}`;
  if (state.kind === 'atomic') return [declared];
  const contents = linesOf(graph, state.key, names, `${indent}  `);
  return [declared, `${indent}state ${names.get(state.key)} {`, ...contents, `${indent}}`];
}

function nameOf(key: string, kinds: ReadonlyMap<string, string>, names: Names): string {
  const kind = kinds.get(key);
  return kind === 'initial' || kind === 'final' ? '[*]' : (names.get(key) ?? '[*]');
}

/** Mermaid's entity codes for everything that is not plainly a letter, digit, space or gentle punctuation. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} .,!?'()_/+-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}

/**
 * A state machine of the author as a Mermaid state diagram (C3): nested states, regions parted by dashes, initial and
 * final marks. Transitions without a target are lines of their state's description.
 *
 * @see https://mermaid.js.org/syntax/stateDiagram.html
 */
export function machineToMermaid(plan: StateMachinePlan): string {
  const names = new Map([...allStates(plan.states)].map(({ id }, index) => [id, `s${index}`]));
  const lines = ['stateDiagram-v2', ...inside(plan, names, '  ')];
  for (const state of [...allStates(plan.states)]) {
    for (const { from, to, label } of moves(state.id, state)) {
      lines.push(
        `  ${names.get(from)} --> ${names.get(to) ?? '[*]'}${label === '' ? '' : ` : ${escaped(label)}`}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function inside(node: State | StateMachinePlan, names: Names, indent: string): readonly string[] {
  const states = node.states ?? [];
  if (node.type === 'parallel') {
    return states.flatMap((state, index) => [
      ...(index > 0 ? [`${indent}--`] : []),
      ...linesOfState(state, names, indent),
    ]);
  }
  const initial = node.initial ?? states.find(({ type }) => type !== 'history')?.id;
  return [
    ...states.flatMap((state) => linesOfState(state, names, indent)),
    ...(initial === undefined ? [] : [`${indent}[*] --> ${names.get(initial) ?? '[*]'}`]),
    ...states
      .filter(({ type, isTerminal }) => type === 'final' || isTerminal)
      .map(({ id }) => `${indent}${names.get(id)} --> [*]`),
  ];
}

function linesOfState(state: State, names: Names, indent: string): readonly string[] {
  const name = names.get(state.id) ?? '';
  const title = `${state.name ?? state.id}${historyMark(state)}`;
  const declared = `${indent}state "${escaped(title)}" as ${name}`;
  const stays = transitionsOf(state)
    .filter(({ transition }) => targetsOf(transition).length === 0)
    .map((placed) => `${indent}${name} : ${escaped(labelOf(placed))}`);
  if ((state.states ?? []).length === 0) return [declared, ...stays];
  return [
    declared,
    ...stays,
    `${indent}state ${name} {`,
    ...inside(state, names, `${indent}  `),
    `${indent}}`,
  ];
}

function historyMark({ type, history }: State): string {
  if (type !== 'history') return '';
  return history === 'deep' ? ' (H*)' : ' (H)';
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

function moves(from: string, state: State): readonly Move[] {
  return transitionsOf(state).flatMap((placed) =>
    targetsOf(placed.transition).map((to) => ({ from, to, label: labelOf(placed) })),
  );
}

function labelOf({ cause, transition }: PlacedTransition): string {
  const { when } = transition;
  const again = 'restart' in transition && transition.restart ? ['(begins again)'] : [];
  return [triggerOf(cause, transition), ...(when === undefined ? [] : [`[${when}]`]), ...again]
    .join(' ')
    .trim();
}

function triggerOf(cause: PlacedTransition['cause'], transition: PlacedTransition['transition']): string {
  if ('event' in transition) return transition.event;
  switch (cause) {
    case 'after': {
      const delayMs = 'delayMs' in transition ? transition.delayMs : undefined;
      const delay = 'delay' in transition ? transition.delay : undefined;
      return `after ${delay ?? `${delayMs ?? 0} ms`}`;
    }
    case 'done':
    case 'invokeDone':
      return 'done';
    case 'invokeError':
      return 'error';
    default:
      return '';
  }
}
