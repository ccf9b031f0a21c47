import {
  type Address,
  isAddress,
  isJsonObject,
  isTableHandle,
  type Json,
  type JsonObject,
  nodeOf,
  own,
  withoutAttempt,
} from '#base';
import { type Commit, type Reuse, recordOf } from '#kernel';
import type { ModelSpec, Workspace } from '#plan';
import { type Names, namesOf, nodeAtAddress, type RunView, shortValue, variablesAt } from '#projection';
import { answersIn, askingSteps, type ForkChanges, hasInput, hasSucceeded, madePlans } from '#runtime';
import type { ForkChange } from '../state/shownRun';
import type { OwnModel } from './modelsOfRun';

/** A variable, what a step answered, what it is called with, with which words and which model it asks. */
export type SubjectKind = 'variable' | 'output' | 'input' | 'prompt' | 'model';

/** What can be changed where a run is forked (D3). */
export interface ForkSubject {
  readonly kind: SubjectKind;
  /** The id of the variable, or the address of the step, behind its kind where that is not its output. */
  readonly id: string;
  readonly title: string;
  /** What its values are like, for its field. */
  readonly schema: JsonObject;
  /** What it is in the run, undefined where it is nothing yet. */
  readonly value: Json | undefined;
}

/**
 * All that can be changed at a position of a run: its variables, the steps that had answered, the last first, the steps that had not,
 * as they were called later, and the steps that ask a model and are not over.
 *
 * @param workspace what the fork goes on with
 * @param own the models that it could ask besides
 */
export function forkSubjects(
  view: RunView,
  commits: readonly Commit[],
  workspace: Workspace,
  own: readonly OwnModel[] = [],
): readonly ForkSubject[] {
  const record = recordOf(commits, view.position);
  if (!record.ok) return variablesOf(view);
  const outputs = answersIn(record.value).toReversed();
  return [
    ...variablesOf(view),
    ...outputs.map((answer) => outputOf(view, answer)),
    ...inputsOf(view, commits, record.value),
    ...askingOf(view, commits, record.value, { workspace, own }),
  ];
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
  const schema = { ...capabilityAt(view, address)?.output, title };
  return { kind: 'output', id: address, title, schema, value: output };
}

/** Inputs of steps that had not begun with them, or had not been answered. */
function inputsOf(view: RunView, commits: readonly Commit[], record: Reuse): readonly ForkSubject[] {
  const kept = commits.slice(0, view.position);
  const names = namesOf(view);
  const found = new Map<string, ForkSubject>();
  for (const { kind, address, data } of commits.flatMap(({ entries }) => entries)) {
    if (kind !== 'node.started' || data.input === undefined) continue;
    const step = withoutAttempt(address);
    if (found.has(step) || hasInput(step, kept, record)) continue;
    const title = `Input of ${names(step)}`;
    const schema = { ...capabilityAt(view, step)?.input, title };
    found.set(step, { kind: 'input', id: `input:${step}`, title, schema, value: data.input });
  }
  return [...found.values()];
}

/** Prompts, and models where there is another one. */
function askingOf(
  view: RunView,
  commits: readonly Commit[],
  record: Reuse,
  { workspace, own }: { readonly workspace: Workspace; readonly own: readonly OwnModel[] },
): readonly ForkSubject[] {
  const plan = view.started?.closure.plans[0]?.id ?? '';
  const kept = commits.slice(0, view.position);
  const names = namesOf(view);
  const steps = askingSteps(workspace, plan, madePlans(kept, record)).filter(
    ({ isSingle, address }) => !isSingle || !hasSucceeded(address, kept),
  );
  return steps.flatMap(({ address, prompt, models }) => {
    const name = names(address);
    const words = { type: 'string', format: 'multiline', title: `Prompt of ${name}` };
    return [
      { kind: 'prompt', id: `prompt:${address}`, title: words.title, schema: words, value: prompt } as const,
      ...modelOf(address, `Model of ${name}`, models[0], workspace.models, own),
    ];
  });
}

function modelOf(
  step: Address,
  title: string,
  named: string | undefined,
  models: readonly ModelSpec[],
  own: readonly OwnModel[],
): readonly ForkSubject[] {
  const titles = Object.fromEntries([
    ...models.map(({ id, name, model }) => [id, name ?? model] as const),
    ...own.map((one) => [one.spec.id, one.title] as const),
  ]);
  const ids = Object.keys(titles);
  if (ids.length < 2) return [];
  const schema = { type: 'string', enum: ids, titles, title };
  return [{ kind: 'model', id: `model:${step}`, title, schema, value: named ?? models[0]?.id }];
}

/** What a capability says that it takes and gives; null of other steps. */
function capabilityAt(view: RunView, address: Address) {
  const closure = view.started?.closure;
  const [main] = closure?.plans ?? [];
  const node = nodeAtAddress(address, main?.kind === 'capability' ? main : null, view);
  if (node?.type !== 'CAPABILITY') return null;
  return closure?.capabilities.find(({ id }) => id === node.params.capability) ?? null;
}

/** What a subject is about, by its id: the variable, or the step. */
function aboutOf(
  id: string,
): { readonly variable: string } | { readonly kind: SubjectKind; readonly step: Address } {
  if (isAddress(id)) return { kind: 'output', step: id };
  const [, kind, step = ''] = /^(input|prompt|model):(\/[\s\S]*)$/.exec(id) ?? [];
  if (!isAddress(step)) return { variable: id };
  return { kind: kind === 'input' || kind === 'prompt' ? kind : 'model', step };
}

/** The variables that changes set. */
export function variablesIn(changes: readonly ForkChange[]): readonly string[] {
  return changes.flatMap(({ subject }) => {
    const about = aboutOf(subject);
    return 'variable' in about ? [about.variable] : [];
  });
}

/** The changes as the run takes them; one that says nothing yet is none. */
export function editsOf(changes: readonly ForkChange[]): Required<Omit<ForkChanges, 'ownModels'>> {
  const set: Record<string, Json> = {};
  const steps: Record<Exclude<SubjectKind, 'variable'>, { step: Address; value: Json }[]> = {
    ...{ output: [], input: [], prompt: [], model: [] },
  };
  for (const { subject, value } of changes) {
    const about = aboutOf(subject);
    if (value === undefined) continue;
    if ('variable' in about) set[about.variable] = value;
    else if (about.kind !== 'variable') steps[about.kind].push({ step: about.step, value });
  }
  return {
    set,
    outputs: steps.output.map(({ step, value }) => ({ address: step, output: value })),
    inputs: steps.input.map(({ step, value }) => ({ address: step, input: value })),
    prompts: steps.prompt.map(({ step, value }) => ({ step, text: String(value) })),
    models: steps.model.map(({ step, value }) => ({ step, model: String(value) })),
  };
}

/** What a change is called where it stands beside its value. */
export function subjectName(id: string, nameOf: Names): string {
  const about = aboutOf(id);
  if ('variable' in about) return about.variable;
  const { kind, step } = about;
  const name = nameOf(step) || nodeOf(step);
  return kind === 'output' ? name : `${kind} of ${name}`;
}

/** What it is in the run, in the words of its field. */
export function wordsOfValue({ schema: { titles }, value }: ForkSubject): string {
  if (value === undefined) return 'not yet';
  const title = isJsonObject(titles) && typeof value === 'string' ? own(titles, value) : undefined;
  return typeof title === 'string' ? title : shortValue(value);
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
