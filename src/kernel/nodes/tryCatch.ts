import { scopeIn } from '#compile';
import type { NodeOf } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import { beginContainer, failNode, startTimeout, succeedNode } from '../node';
import { openBody } from '../scopes/scope';
import { closeUp, failClosing } from '../scopes/unwinding';
import type { ScopeResult } from '../state';
import { noteWrites, originsAt } from '../taint';
import { writeByContainer } from '../variables';
import type { TryOutcome } from '../work';
import type { Behaviour } from './behaviour';

/** TRY_CATCH: try; if that failed, catch; and then finally, after success, failure and END (R12). */
export const tryCatch: Behaviour<'TRY_CATCH'> = {
  start: (draft, ref, _node, attempt) => {
    beginContainer(draft, ref, attempt, { kind: 'calling' });
    startTimeout(draft, ref);
    openBody(draft, ref, 'try', null);
  },
  onScopeEnd: afterBody,
};

/** One of its bodies has ended. */
function afterBody(draft: Draft, node: NodeOf<'TRY_CATCH'>, { ref, result, error }: ScopeResult): void {
  const { work } = draft.active(ref);
  if (work.kind !== 'trying') return;
  if (work.body === 'finally') afterFinally(draft, ref, work.outcome, error);
  else if (error === null) finallyWith(draft, ref, { kind: 'succeeded', result });
  else if (work.body === 'try' && node.catch !== undefined) {
    const variable = node.params?.errorVariable;
    const { code, message } = error;
    if (variable !== undefined) {
      noteWrites(draft, ref, [variable], originsAt(draft, ref));
      writeByContainer(draft, ref, variable, { code, message });
    }
    openBody(draft, ref, 'catch', null);
  } else finallyWith(draft, ref, { kind: 'failed', error });
}

function finallyWith(draft: Draft, ref: NodeRef, outcome: TryOutcome): void {
  if (scopeIn(draft.compiled(ref), 'finally')) openBody(draft, ref, 'finally', outcome);
  else conclude(draft, ref, outcome);
}

/** An error in finally wins over whatever came before it. */
function afterFinally(draft: Draft, ref: NodeRef, outcome: TryOutcome | null, error: RunError | null): void {
  if (outcome?.kind === 'closing') {
    if (error !== null) failClosing(draft, ref, error);
    closeUp(draft, ref);
  } else if (error !== null) failNode(draft, ref, error);
  else if (outcome !== null) conclude(draft, ref, outcome);
}

function conclude(draft: Draft, ref: NodeRef, outcome: TryOutcome): void {
  if (outcome.kind === 'succeeded') succeedNode(draft, ref, { ports: ['out'], result: outcome.result });
  else if (outcome.kind === 'failed') failNode(draft, ref, outcome.error);
  else closeUp(draft, ref);
}
