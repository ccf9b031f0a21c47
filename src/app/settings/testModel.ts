import { type Diagnostic, problem } from '#base';
import { CallError, ModelReply } from '#runtime';
import { modelsOfPage } from '../state/modelsOfPage';
import type { Session } from '../state/session';

/** What came of asking a model for one word. */
export type TestVerdict =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

const PATIENCE_MS = 60_000;
/** One word, and what a model that thinks may think before it: that counts as well. */
const MOST_TOKENS = 4_000;

/** Asks the model for one word. What it refuses with is told with what to do about it (case F8). */
export async function testModel(session: Session, modelId: string): Promise<TestVerdict> {
  const models = await modelsOfPage(session);
  const startedAt = performance.now();
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  try {
    const request = {
      model: modelId,
      messages: [{ role: 'user' as const, text: 'Answer with the one word: ready' }],
      maxOutputTokens: MOST_TOKENS,
    };
    const reply = new ModelReply();
    for await (const event of models.stream(request, giveUp)) reply.take(event);
    if (reply.fault !== null) throw new CallError(reply.fault);
    const took = Math.round(performance.now() - startedAt);
    return { ok: true, text: `It answers: “${reply.text.trim().slice(0, 60)}”, after ${took} ms.` };
  } catch (thrown) {
    return { ok: false, problem: giveUp.aborted ? noAnswer() : problemOf(thrown) };
  }
}

function noAnswer(): Diagnostic {
  return problem(
    'MODEL_TIMEOUT',
    `No whole answer came within ${PATIENCE_MS / 1000} s.`,
    'Check whether the server is busy or still loads the model, then try again.',
  );
}

function problemOf(thrown: unknown): Diagnostic {
  if (thrown instanceof CallError) return thrown.diagnostic;
  return problem('MODEL_UNREACHABLE', 'It did not answer.', thrown instanceof Error ? thrown.message : '');
}
