import type { JsonObject } from '#base';
import { builtInCapabilities, describeDocuments, withMade } from '#capabilities';
import { type Evaluated, type Evaluation, evaluate, type Ground, readSuite, type Suite } from '#proving';
import { type Host, type ModelRequest, type Models, memoryLedger, systemClock } from '#runtime';

/** A suite of one subject and one case, as its file says it. */
export function suite(rest: JsonObject = {}): JsonObject {
  return {
    format: 'planloom/eval',
    version: 1,
    subjects: [{ id: 'one' }],
    cases: [{ id: 'first', goal: 'Say hello.', checks: [{ on: 'plan', that: 'plan != null' }] }],
    ...rest,
  };
}

export function suiteOf(rest: JsonObject = {}): Suite {
  const read = readSuite(suite(rest));
  if (!read.ok) throw new Error(JSON.stringify(read.problem, null, 2));
  return read.value;
}

/** Plans of one step that says a text, and a plan that nobody can carry out. */
export const GOOD = JSON.stringify({ steps: [{ id: 'say', tool: 'text.say', input: { text: 'Hello.' } }] });
export const OTHER = JSON.stringify({ steps: [{ id: 'say', tool: 'text.say', input: { text: 'Bye.' } }] });

export interface Asked {
  readonly ground: Ground;
  readonly requests: ModelRequest[];
}

/** An outside whose models answer what they are asked by a function; without usage, tokens are estimated (T10). */
export function groundWith(
  answer: (words: string, request: ModelRequest) => string,
  usage: JsonObject = {},
): Asked {
  const requests: ModelRequest[] = [];
  const stream: Models['stream'] = async function* (request) {
    requests.push(request);
    yield { type: 'text', text: answer(request.messages.map(({ text }) => text).join('\n'), request) };
    yield { type: 'done', usage, finishReason: 'stop' };
  };
  const ground: Ground = {
    capabilitiesFor: (workspace) => withMade(builtInCapabilities(), workspace),
    hostFor: ({ models }, capabilities): Host => ({
      clock: systemClock,
      ids: { runId: () => 'run-1' },
      ledger: memoryLedger(),
      capabilities,
      models: { list: models, stream },
      describe: describeDocuments,
    }),
  };
  return { ground, requests };
}

export const OFFLINE = groundWith(() => {
  throw new Error('a model was asked');
});

/** Evaluates a suite and takes what came of it. */
export async function evaluated(rest: JsonObject, more: Partial<Evaluation> = {}): Promise<Evaluated> {
  const done = await evaluate({ suite: suiteOf(rest), workspace: null, ground: OFFLINE.ground, ...more });
  if (!done.ok) throw new Error(JSON.stringify(done.problem, null, 2));
  return done.value;
}
