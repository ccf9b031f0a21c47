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
export function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N} .,!?'()_/+-]/gu, (character) => `#${character.codePointAt(0) ?? 63};`);
}
