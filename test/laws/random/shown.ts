import type { PlainBody, PlainNode } from '../reference/language';
import type { Case } from './build';

/** A case as a short text: its plans line by line, then what the outside does. */
export function shownCase({ plans, script }: Case): string {
  const texts = plans.map((plan) => {
    const result = plan.result === undefined ? [] : [`  result ${JSON.stringify(plan.result)}`];
    return [`plan ${plan.id}`, ...bodyLines(plan, '  '), ...result].join('\n');
  });
  const named = texts.join('\n');
  const outcomes = Object.entries(script.nodes)
    .filter(([id]) => named.includes(`${id.replace(/!.*/, '')}:`) || named.includes('PLANNER'))
    .map(([id, list]) => `  ${id}: ${list.map((one) => JSON.stringify(one)).join(' ')}`);
  const events = script.events.map((event) => `  ${JSON.stringify(event)}`);
  return [...texts, 'outside', ...outcomes, ...events, ''].join('\n');
}

function bodyLines({ nodes, edges }: PlainBody, indent: string): string[] {
  return [
    ...nodes.flatMap((node) => nodeLines(node, indent)),
    ...edges.map(({ from, port, to }) => `${indent}${from}${port === 'out' ? '' : `.${port}`} -> ${to}`),
  ];
}

function nodeLines(node: PlainNode, indent: string): string[] {
  const { id, type, params = {}, body, try: tried, catch: caught, finally: last, ...fields } = node;
  const rest = JSON.stringify({ ...params, ...fields });
  const parts = { body, try: tried, catch: caught, finally: last };
  return [
    `${indent}${id}: ${type}${rest === '{}' ? '' : ` ${rest}`}`,
    ...Object.entries(parts).flatMap(([name, part]) => {
      if (part === undefined) return [];
      return [...(name === 'body' ? [] : [`${indent}  ${name}`]), ...bodyLines(part, `${indent}    `)];
    }),
  ];
}
