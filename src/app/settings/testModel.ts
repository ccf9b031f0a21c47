import { CallError } from '#runtime';
import type { Session } from '../state/session';

export interface TestVerdict {
  readonly ok: boolean;
  readonly text: string;
}

const PATIENCE_MS = 20_000;

/** Asks the model for one word. What it refuses with is told with what to do about it (case F8). */
export async function testModel(session: Session, modelId: string): Promise<TestVerdict> {
  const { openModels } = await import('#models');
  const { vault } = session.storage;
  const models = openModels(session.editor.workspace.models, (id) => vault.resolve(session.id, id));
  const startedAt = performance.now();
  try {
    const request = {
      model: modelId,
      messages: [{ role: 'user' as const, text: 'Answer with the one word: ready' }],
      maxOutputTokens: 16,
    };
    let answer = '';
    for await (const event of models.stream(request, AbortSignal.timeout(PATIENCE_MS))) {
      if (event.type === 'text') answer += event.text;
    }
    const took = Math.round(performance.now() - startedAt);
    return { ok: true, text: `It answers: “${answer.trim().slice(0, 60)}”, after ${took} ms.` };
  } catch (error) {
    if (error instanceof CallError)
      return { ok: false, text: `${error.error.message} ${error.error.help ?? ''}`.trim() };
    return { ok: false, text: error instanceof Error ? error.message : 'It did not answer.' };
  }
}
