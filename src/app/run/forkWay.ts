import type { Diagnostic, Result } from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import type { Pin } from '#kernel';
import { type Names, shortValue } from '#projection';
import { type Branch, type Definition, type ForeseenFork, foreseeFork, forkOf } from '#runtime';
import type { Session } from '../state/session';
import type { ForkDraft } from '../state/shownRun';
import { workspaceToRun } from '../state/slots';
import { editsOf, subjectName } from './forkSubjects';
import { type OwnModel, ownModels } from './modelsOfRun';
import { workspaceOf } from './waysOn';

/** A fork with one definition (D1): how it begins and what it would do, or what keeps it from starting. */
export interface ForkWay {
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
