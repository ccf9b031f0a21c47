import { type Diagnostic, problem } from '#base';
import { CallError } from '#runtime';
import { modelsOfPage } from '../state/modelsOfPage';
import type { Session } from '../state/session';

/** What came of asking a model for one word. */
export type TestVerdict =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: Diagnostic };

const PATIENCE_MS = 20_000;

/** Asks the model for one word. What it refuses with is told with what to do about it (case F8). */
export async function testModel(session: Session, modelId: string): Promise<TestVerdict> {
  const models = await modelsOfPage(session);
  const startedAt = performance.now();
  const giveUp = AbortSignal.timeout(PATIENCE_MS);
  try {
    const request = {
      model: modelId,
      messages: [{ role: 'user' as const, text: 'Answer with the one word: ready' }],
      maxOutputTokens: 16,
    };
    let answer = '';
    for await (const event of models.stream(request, giveUp)) {
      if (event.type === 'text') answer += event.text;
    }
    const took = Math.round(performance.now() - startedAt);
    return { ok: true, text: `It answers: “${answer.trim().slice(0, 60)}”, after ${took} ms.` };
  } catch (thrown) {
    return { ok: false, problem: giveUp.aborted ? noAnswer() : problemOf(thrown) };
  }
}

function noAnswer(): Diagnostic {
  return problem(
    'MODEL_TIMEOUT',
    `No whole answer came within ${PATIENCE_MS / 1000} s.`,
    'Look whether the server is busy or still loads the model, then try again.',
  );
}

function problemOf(thrown: unknown): Diagnostic {
  if (thrown instanceof CallError) {
    const { code, message, help } = thrown.error;
    return problem(code, message, help ?? '');
  }
  return problem('MODEL_UNREACHABLE', 'It did not answer.', thrown instanceof Error ? thrown.message : '');
}
