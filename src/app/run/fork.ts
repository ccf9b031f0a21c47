import { useStore } from 'zustand';
import {
  type Address,
  type Diagnostic,
  isAddress,
  isJsonObject,
  isTableHandle,
  type Json,
  type JsonObject,
  nodeOf,
  own,
  type Result,
  withoutAttempt,
} from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import { type Commit, type Pin, type Reuse, recordOf } from '#kernel';
import type { ModelSpec, Workspace } from '#plan';
import { type Names, namesOf, nodeAtAddress, type RunView, shortValue, variablesAt } from '#projection';
import {
  answersIn,
  askingSteps,
  type Branch,
  type Definition,
  type ForeseenFork,
  type ForkChanges,
  foreseeFork,
  forkOf,
  hasInput,
  hasSucceeded,
  madePlans,
} from '#runtime';
import { closeDialog, openDialog } from '../state/dialogs';
import { layoutStore, PHONE, useMedia } from '../state/layout';
import { type Session, useSession } from '../state/session';
import type { ForkChange, ForkDraft } from '../state/shownRun';
import { workspaceToRun } from '../state/slots';
import { type OwnModel, ownModels } from './hostOfPage';
import { useShownRun } from './runStore';
import { canFork, workspaceOf } from './waysOn';

/**
 * Asks for a fork of the shown run, and stands at its position. What has been typed stays where only the position is another.
 *
 * @param at how many commits are kept; those that are shown by default
 * @returns false where no run is shown that can be forked
 */
export function openFork({ editor, shown }: Session, at?: number): boolean {
  const run = editor.cursor.shown;
  if (run === null || !canFork(run)) return false;
  const position = at ?? editor.runs.getState().position ?? run.commits.length;
  // Before its start there is no run to go on from.
  const kept = Math.max(1, position);
  const { draft } = shown.fork.getState();
  const typed = draft?.runId === run.runId ? draft : { changes: [], definition: null };
  shown.fork.setState({ draft: { ...typed, runId: run.runId, at: kept } });
  editor.cursor.seek(kept);
  layoutStore.setState({ inspectorOpen: true });
  if (matchMedia(PHONE).matches) openDialog({ kind: 'panel', panel: 'fork' });
  return true;
}

export function closeFork({ shown }: Session): void {
  shown.fork.setState({ draft: null });
  if (matchMedia(PHONE).matches) closeDialog();
}

/** The fork that is being made of a run, where one is. */
export function forkDraftOf({ shown }: Session, runId: string): ForkDraft | null {
  return draftOf(shown.fork.getState().draft, runId);
}

/** The fork that is being made of the shown run. */
export function useForkDraft(): ForkDraft | null {
  const runId = useShownRun((run) => run?.runId ?? null);
  return useStore(useSession().shown.fork, ({ draft }) => draftOf(draft, runId));
}

function draftOf(draft: ForkDraft | null, runId: string | null): ForkDraft | null {
  return draft !== null && draft.runId === runId ? draft : null;
}

/** The same for what lies beside its form: in a hand the form covers all. */
export function useForkBeside(): ForkDraft | null {
  const draft = useForkDraft();
  return useMedia(PHONE) ? null : draft;
}

/** Changes what the fork changes. */
export function editFork(
  { shown }: Session,
  change: (changes: readonly ForkChange[]) => readonly ForkChange[],
): void {
  shown.fork.setState(({ draft }) => ({ draft: draft && { ...draft, changes: change(draft.changes) } }));
}

export function chooseDefinition({ shown }: Session, definition: Definition): void {
  shown.fork.setState(({ draft }) => ({ draft: draft && { ...draft, definition } }));
}

/** The form in which the fork is made, by its id. */
export const FORK_FORM = 'fork-form';

/** Sends it. @returns false where there is none */
export function submitFork(): boolean {
  const form = document.getElementById(FORK_FORM);
  if (!(form instanceof HTMLFormElement)) return false;
  form.requestSubmit();
  return true;
}

/** A fork with one definition (D1): how it begins and what it would do, or what keeps it from starting. */
interface ForkWay {
  readonly definition: Definition;
  readonly outcome: Result<ReadyFork, readonly Diagnostic[]>;
}

/** A fork that can start. */
export interface ReadyFork {
  readonly branch: Branch;
  readonly foreseen: ForeseenFork;
  /** Models of the person's own that it asks. */
  readonly own: readonly OwnModel[];
}

export function forkWay(
  session: Session,
  run: AttachedRun,
  { at, changes }: Pick<ForkDraft, 'at' | 'changes'>,
  definition: Definition,
  pins: readonly Pin[],
): ForkWay {
  const { commits } = run;
  const edits = editsOf(changes);
  const { models } = workspaceOf(session, run, definition);
  const own = ownModels(session, models, session.storage.vault.list).filter(({ spec }) =>
    edits.models.some(({ model }) => model === spec.id),
  );
  const asked = { ...edits, ownModels: own.map(({ spec }) => spec) };
  const made = forkOf(commits, workspaceToRun(session), definition, at, asked);
  if (!made.ok) return { definition, outcome: made };
  const branch = { ...made.value, pins };
  const foreseen = foreseeFork(branch, commits, withMade(session.capabilities, branch.workspace));
  return {
    definition,
    outcome: foreseen.ok ? { ok: true, value: { branch, foreseen: foreseen.value, own } } : foreseen,
  };
}

/** Whether a fork goes on with another plan than that of its run. */
export function hasEditedPlan({ reuse: { definition = [] } }: Branch): boolean {
  return definition.some(({ kind }) => kind === 'plan');
}

/**
 * What a fork is called until somebody names it (D3).
 *
 * @example 'region = “West”, Load sales = 3 rows'
 */
export function forkName({ at, changes }: ForkDraft, nameOf: Names, isPlanEdited = false): string {
  if (changes.length === 0) return isPlanEdited ? `Edited plan from ${at}` : `Again from ${at}`;
  return changes
    .map(({ subject, value }) => {
      const words = shortValue(value).replace(/^"(.*)"$/, '“$1”');
      return `${subjectName(subject, nameOf)} = ${words}`;
    })
    .join(', ');
}

/** A variable, what a step answered, what it is called with, with which words and which model it asks. */
type SubjectKind = 'variable' | 'output' | 'input' | 'prompt' | 'model';

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
function subjectName(id: string, nameOf: Names): string {
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
