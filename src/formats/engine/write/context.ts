import type { JsonObject } from '#base';
import type { PlanNode } from '#plan';
import type { LeftOut } from './left';
import type { InheritedTimes } from './times';

/** What is known around a node while it is written. */
export interface Writing extends InheritedTimes {
  readonly left: LeftOut;
  readonly completion: string;
  readonly merge: string;
  /** What a name of a merge of theirs is here. */
  readonly mergeOf: (name: string) => string;
  /** Writes a node as a plugin or a group; null where the format has no word for it (and it was named). */
  readonly node: (node: PlanNode, writing: Writing) => JsonObject | string | null;
}

/** Nodes as children, those without a word left out. */
export function childrenOf(nodes: readonly PlanNode[], writing: Writing): (JsonObject | string)[] {
  return nodes.map((node) => writing.node(node, writing)).filter((node) => node !== null);
}
