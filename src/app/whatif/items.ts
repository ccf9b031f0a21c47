import type { CapabilityPlan } from '#plan';
import { type Answerable, askableNodes } from './answerable';

import {
  eventsOf,
  fallbackOf,
  inputsOf,
  outcomesOf,
  type ScriptText,
  shortOutcome,
  shortOutcomes,
} from './script';

/** One thing that a script says: what a node gives back, or what it says of the run as a whole. */
export interface Item {
  /** A KEY of the script, or `*inputs`, `*rest`, `*events`, `*script`, which no KEY can be. */
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  /** What the script says of it, at a glance. */
  readonly short: string;
  readonly node: Answerable | null;
}

/**
 * All that can be said, in the order in which it is read.
 *
 * @param unused KEYs under which the last simulation asked for nothing
 */
export function itemsOf(
  plan: CapabilityPlan,
  nodes: readonly Answerable[],
  script: ScriptText,
  unused: readonly string[] = [],
): readonly Item[] {
  const events = eventsOf(script).length;
  const asked = askableNodes(plan, []).length;
  const hasInputs = Array.isArray(plan.variables) && plan.variables.some(({ scope }) => scope === 'IN');
  const inputs = Object.keys(inputsOf(script)).length;
  return [
    ...(hasInputs ? [own('*inputs', 'Inputs', inputs === 0 ? 'defaults' : `${inputs} given`)] : []),
    ...nodes.map((node) => ({
      key: node.key,
      title: node.title,
      kind: node.kind,
      short: `${shortOf(script, node)}${unused.includes(node.key) ? ', not asked' : ''}`,
      node,
    })),
    own('*rest', 'Everything else', shortOutcome(fallbackOf(script))),
    own('*events', 'People, signals, pauses', events === 0 && asked > 0 ? 'no answers' : countOf(events)),
    own('*script', 'The whole script', 'JSON'),
  ];
}

/** A planner alone cannot do with the answer for everything else: it is no plan, and the run would fail there. */
function shortOf(script: ScriptText, { key, node }: Answerable): string {
  const outcomes = outcomesOf(script, key);
  return outcomes.length === 0 && node?.type === 'PLANNER' ? 'no plan yet' : shortOutcomes(outcomes);
}

function own(key: string, title: string, short: string): Item {
  return { key, title, kind: '', short, node: null };
}

function countOf(events: number): string {
  if (events === 0) return 'none';
  return events === 1 ? '1 event' : `${events} events`;
}
