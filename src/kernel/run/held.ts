import { mayGo, type Verdict, verdictOn, verdictOnMerge } from '../budget';
import { startRetryTimer } from '../completion';
import type { Draft } from '../draft';
import { send } from '../machine/macrostep';
import { sendPermitted } from '../nodes/permission';
import { answerNow, verdictOnAnswer } from '../nodes/planAnswer';
import { approvePlan } from '../nodes/planExecutor';
import { callMerge } from '../nodes/scopeEnded';
import { callAgain } from '../nodes/signals';
import { startNode } from '../nodes/startNode';
import { compareNow, verdictOnComparing } from '../planning/critic';
import { askNow, verdictOnAsking } from '../planning/plannerCalls';
import { judgeNow, verdictOnJudge } from '../planning/review';
import type { Held } from '../state';
import { admit } from './admission';

/** What the budget says to what was held back (K10). */
export function verdictOnHeld(draft: Draft, held: Held): Verdict {
  switch (held.what.kind) {
    case 'attempt':
    case 'admission':
    case 'payload':
    case 'permitted':
      return verdictOn(draft, held);
    case 'plan':
      return verdictOnAsking(draft, held);
    case 'merge':
      return verdictOnMerge(draft, held);
    case 'compare':
      return verdictOnComparing(draft, held);
    case 'judge':
      return verdictOnJudge(draft, held);
    case 'answer':
      return verdictOnAnswer(draft, held);
    default:
      return 'go';
  }
}

/** Sends what the gate held back; false when the budget does not allow it. */
export function release(draft: Draft, held: Held): boolean {
  const { what } = held;
  if (!mayGo(draft, verdictOnHeld(draft, held))) return false;
  draft.held = draft.held.filter((other) => other !== held);
  const ref = { frame: held.frame, node: held.node };
  if (what.kind === 'timer') startRetryTimer(draft, ref, what.address, what.afterMs, what.for === 'server');
  else if (what.kind === 'command') send(draft, ref, what.command);
  else if (what.kind === 'merge') callMerge(draft, ref);
  else if (what.kind === 'plan') askNow(draft, ref);
  else if (what.kind === 'compare') compareNow(draft, ref);
  else if (what.kind === 'judge') judgeNow(draft, ref);
  else if (what.kind === 'answer') answerNow(draft, ref);
  else if (what.kind === 'admission') admit(draft, ref, what.asked);
  else if (what.kind === 'execute') approvePlan(draft, ref);
  else if (what.kind === 'permitted') sendPermitted(draft, ref);
  else if (what.kind === 'payload') callAgain(draft, ref, what.payload);
  else startNode(draft, ref, draft.active(ref).attempt + 1);
  return true;
}
