import { canonicalJson, type Diagnostic, type Json, type JsonObject, ok, type Result } from '#base';
import { fillLabel, fillWhilePlanning } from './planTime';

/** A step as a rules or HTN planner's document writes it. */
export interface StepTemplate {
  readonly id?: string | undefined;
  readonly capability: string;
  readonly name?: string | undefined;
  readonly input?: Json | undefined;
  readonly output?: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes a node of ours from a step's template. The id is the template's while it is free, then with a number; without
 * one it is `step-n` (R13).
 *
 * @param taken ids of steps that are there besides those before it
 */
export function plannedStep(
  template: StepTemplate,
  values: JsonObject,
  before: readonly JsonObject[],
  taken: readonly string[] = [],
): Result<JsonObject, Diagnostic> {
  const scope = { values, previous: idOf(before.at(-1)) };
  const input = fillWhilePlanning(template.input ?? null, scope);
  if (!input.ok) return input;
  const name = fillLabel(template.name ?? '', scope);
  if (!name.ok) return name;
  return ok({
    id: freeId(template.id, new Set([...before.map(idOf), ...taken])),
    type: 'CAPABILITY',
    ...(name.value === '' ? {} : { name: name.value }),
    params: { capability: template.capability },
    ...(template.input === undefined ? {} : { input: input.value }),
    ...(template.output === undefined ? {} : { output: { ...template.output } }),
  });
}

/** What a step does, whatever it is called. */
export function workOf({ params, input, output }: JsonObject): string {
  return canonicalJson([params ?? null, input ?? null, output ?? null]);
}

/** A chain in order (R13). */
export function chainOf(nodes: readonly JsonObject[]): JsonObject {
  const edges = nodes
    .slice(1)
    .map((node, index) => ({ from: idOf(nodes[index]) ?? '', to: idOf(node) ?? '' }));
  return { nodes, edges };
}

function idOf(node: JsonObject | undefined): string | null {
  return typeof node?.id === 'string' ? node.id : null;
}

function freeId(wanted: string | undefined, taken: ReadonlySet<string | null>): string {
  if (wanted !== undefined && !taken.has(wanted)) return wanted;
  let number = wanted === undefined ? 1 : 2;
  while (taken.has(`${wanted ?? 'step'}-${number}`)) number++;
  return `${wanted ?? 'step'}-${number}`;
}
