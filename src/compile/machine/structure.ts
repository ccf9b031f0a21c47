import type { CompiledScope, GraphScope, Move, SequenceScope } from '../scope';

/**
 * What a scope's lowered machine depends on, as a short text: equal texts mean equal machines, so that most scopes of
 * a run share one (rows of the same length, one node alone). Made without the configuration, which is ten times as
 * long: writing that out to compare it took a tenth of a run.
 */
export function structureOf(scope: CompiledScope, segment: number): string {
  if (scope.shape === 'sequence') return sequenceText(scope, segment);
  return scope.shape === 'graph' ? graphText(scope) : 'branches';
}

function sequenceText(scope: SequenceScope, segment: number): string {
  const { start, segments, skipAtOpen, moves, places } = scope;
  const { nodes, entries } = segments[segment] ?? { nodes: [], entries: [] };
  const first = start === null ? 'empty' : segment === 0 ? 'first' : 'later';
  let text = `sequence ${first} ${segments.length > 1}`;
  if (segment === 0) for (const skip of skipAtOpen) text += ` ${skip.because} ${skip.nodes}`;
  for (const to of entries) text += ` +${places[to]?.local}`;
  for (const index of nodes) {
    text += ';';
    for (const move of moves[index] ?? []) text += moveText(move, segment, places);
  }
  return text;
}

function moveText({ port, to, skips }: Move, segment: number, places: SequenceScope['places']): string {
  const place = to === null ? null : places[to];
  const target = place ? `${place.segment - segment}.${place.local}` : '';
  return `${port === null ? '' : `${port}:`}${target}${skips.length === 0 ? '' : `-${skips}`}|`;
}

function graphText({ nodes, edges, unreachable, disabled, ends, joins }: GraphScope): string {
  let text = `graph ${nodes.length} ${unreachable};${disabled};${ends}`;
  for (const { from, port, to } of edges) text += `|${from}:${port}:${to}`;
  for (const { node, need } of joins) text += `+${node}:${need}`;
  return text;
}
