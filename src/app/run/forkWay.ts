import { type Diagnostic, isAddress, type JsonObject, type Result } from '#base';
import { withMade } from '#capabilities';
import type { AttachedRun } from '#editor';
import type { Pin, Pinned } from '#kernel';
import { type Names, shortValue } from '#projection';
import { type Branch, type Definition, type ForeseenFork, foreseeFork, forkOf } from '#runtime';
import type { Session } from '../state/session';
import { workspaceToRun } from '../state/slots';
import type { ForkChange, ForkDraft } from './forkStore';

/** A fork with one definition (D1): how it begins and what it would do, or what keeps it from starting. */
export interface ForkWay {
  readonly definition: Definition;
  readonly outcome: Result<
    { readonly branch: Branch; readonly foreseen: ForeseenFork },
    readonly Diagnostic[]
  >;
}

export function forkWay(
  session: Session,
  { commits }: AttachedRun,
  { at, changes }: Pick<ForkDraft, 'at' | 'changes'>,
  definition: Definition,
  pins: readonly Pin[],
): ForkWay {
  const made = forkOf(commits, workspaceToRun(session), definition, at, editsOf(changes));
  if (!made.ok) return { definition, outcome: made };
  const branch = { ...made.value, pins };
  const foreseen = foreseeFork(branch, commits, withMade(session.capabilities, branch.workspace));
  return {
    definition,
    outcome: foreseen.ok ? { ok: true, value: { branch, foreseen: foreseen.value } } : foreseen,
  };
}

function editsOf(changes: readonly ForkChange[]): { set: JsonObject; outputs: readonly Pinned[] } {
  const set = changes.flatMap(({ subject, value }) =>
    isAddress(subject) || value === undefined ? [] : [[subject, value] as const],
  );
  const outputs = changes.flatMap(({ subject, value }) =>
    isAddress(subject) && value !== undefined ? [{ address: subject, output: value }] : [],
  );
  return { set: Object.fromEntries(set), outputs };
}

/**
 * What a fork is called until somebody names it (D3).
 *
 * @example 'region = “West”, Load sales = 3 rows'
 */
export function forkName({ at, changes }: ForkDraft, nameOf: Names): string {
  if (changes.length === 0) return `Again from ${at}`;
  return changes
    .map(({ subject, value }) => {
      const words = shortValue(value).replace(/^"(.*)"$/, '“$1”');
      return `${isAddress(subject) ? nameOf(subject) : subject} = ${words}`;
    })
    .join(', ');
}
