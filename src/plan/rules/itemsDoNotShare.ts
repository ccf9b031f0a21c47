import { type Diagnostic, warning } from '#base';
import { allNodes } from '../graph/bodies';
import { leadsTo, predecessorsOf } from '../graph/order';
import type { NodeOf, PlanNode } from '../nodes/node';
import { writtenBy } from './names';
import type { Rule, Subject } from './rule';
import { readText, textsOf } from './texts';

/**
 * L9: items never see each other's writes unless they share, so a body that reads what it writes reads what was there
 * before the first item. What a node reads that was written earlier in the same item is its own.
 */
export const itemsDoNotShare: Rule = (subject) =>
  subject.nodes.flatMap(({ node }) => {
    const isApart = node.type === 'ITERATOR' && node.params.merge !== 'SHARED';
    return isApart ? ofIterator(node, subject) : [];
  });

function ofIterator({ body }: NodeOf<'ITERATOR'>, { at }: Subject): readonly Diagnostic[] {
  const predecessors = predecessorsOf(body);
  const written = body.nodes.map((node) => [node, namesIn(node, writtenBy)] as const);
  return body.nodes.flatMap((reader) => {
    const reads = namesIn(reader, readBy);
    const writers = written.flatMap(([writer, names]) => {
      const isBefore = writer !== reader && leadsTo(predecessors, writer.id, reader.id);
      return [...names].filter((name) => reads.has(name)).map((name) => ({ name, isBefore }));
    });
    const before = new Set(writers.filter((one) => one.isBefore).map(({ name }) => name));
    const names = new Set(writers.filter((one) => !before.has(one.name)).map(({ name }) => name));
    return [...names].map((name) => {
      const message = `"${reader.id}" reads "${name}", which its items write: no item sees what another wrote.`;
      const help = 'Use the merge SHARED if each item shall go on from the one before.';
      return warning('ITEM_READS_ITEM', message, help, at(reader));
    });
  });
}

/** What a node reads or writes, with all that is inside it. */
function namesIn(node: PlanNode, of: (node: PlanNode) => readonly string[]): ReadonlySet<string> {
  const inside = [...allNodes({ nodes: [node], edges: [] })];
  return new Set(inside.flatMap((placed) => of(placed.node)));
}

function readBy(node: PlanNode): readonly string[] {
  return textsOf(node).flatMap((text) => {
    const read = readText(text);
    return read.ok ? [...read.value.variables] : [];
  });
}
