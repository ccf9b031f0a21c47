import { type Address, isTableHandle, type Json, type JsonObject } from '#base';
import { type Commit, recordOf } from '#kernel';
import { namesOf, nodeAtAddress, type RunView, variablesAt } from '#projection';
import { answersIn } from '#runtime';
import type { ForkChange } from './forkStore';

/** What can be changed where a run is forked (D3): a variable, or the output of a step. */
export interface ForkSubject {
  readonly kind: 'variable' | 'output';
  /** The id of the variable, or the address of the step. */
  readonly id: string;
  readonly title: string;
  /** What its values are like, for its field. */
  readonly schema: JsonObject;
  /** What it is in the run, undefined where it is nothing yet. */
  readonly value: Json | undefined;
}

/** All that can be changed at a position of a run: its variables, then the steps that had answered, the last first. */
export function forkSubjects(view: RunView, commits: readonly Commit[]): readonly ForkSubject[] {
  const record = recordOf(commits, view.position);
  const answers = record.ok ? answersIn(record.value) : [];
  return [...variablesOf(view), ...answers.toReversed().map((answer) => outputOf(view, answer))];
}

function variablesOf(view: RunView): readonly ForkSubject[] {
  const declared = view.started?.closure.plans[0]?.variables ?? [];
  const schemas = new Map(declared === 'open' ? [] : declared.map(({ id, schema }) => [id, schema]));
  return variablesAt(view)
    .filter(({ id }) => declared === 'open' || schemas.has(id))
    .map(({ id, value }) => ({
      kind: 'variable',
      id,
      title: id,
      schema: { ...schemas.get(id), title: id },
      value,
    }));
}

function outputOf(
  view: RunView,
  { address, output }: { readonly address: Address; readonly output: Json },
): ForkSubject {
  const title = namesOf(view)(address);
  return {
    kind: 'output',
    id: address,
    title,
    schema: { ...outputSchema(view, address), title },
    value: output,
  };
}

/** What a capability says that it answers with; anything of other steps. */
function outputSchema(view: RunView, address: Address): JsonObject {
  const closure = view.started?.closure;
  const [main] = closure?.plans ?? [];
  const node = nodeAtAddress(address, main?.kind === 'capability' ? main : null, view);
  if (node?.type !== 'CAPABILITY') return {};
  return closure?.capabilities.find(({ id }) => id === node.params.capability)?.output ?? {};
}

/** What its field holds at first. A table of the run is none that can be typed (V6). */
export function firstValue({ value }: ForkSubject): Json | undefined {
  return isTableHandle(value) ? undefined : value;
}

/** The changes as one form: a field each, which its problems point to. */
export function formOf(
  subjects: readonly ForkSubject[],
  changes: readonly ForkChange[],
): { readonly schema: JsonObject; readonly value: JsonObject } {
  const schemas = new Map(subjects.map(({ id, schema }) => [id, schema]));
  const names = changes.map(({ subject }) => subject);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, schemas.get(name) ?? { title: name }])),
      required: names,
    },
    value: Object.fromEntries(
      changes.flatMap(({ subject, value }) => (value === undefined ? [] : [[subject, value] as const])),
    ),
  };
}
