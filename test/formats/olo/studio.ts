import { isAddress, type Json, type JsonObject } from '#base';
import { importOlo } from '#formats';
import type { Commit } from '#kernel';
import { project } from '#projection';
import { type ModelEvent, type Models, type RunHandle, startRun, systemClock } from '#runtime';
import { hostOf } from '../../runtime/notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' };
export const REPLY = JSON.stringify([
  { toolId: 'sketcher', input: { prompt: 'a bridge' } },
  { toolId: 'painter', input: { prompt: 'the river' } },
]);

export const WORKS = {
  sketcher: ({ prompt }: JsonObject) => ({ responseText: `sketch of ${prompt}` }),
  painter: ({ prompt }: JsonObject) => ({ responseText: `${prompt}, painted` }),
  framer: ({ picture }: JsonObject) => ({ framed: `[${picture}]` }),
};

/** A pipeline of a painter's studio; its tree is the test's. */
export function studio(children: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    pipelines: {
      studio: {
        name: 'studio',
        inputContract: { strict: false, parameters: [{ name: 'userQuery', type: 'STRING', required: true }] },
        variableRegistry: [
          { name: 'userQuery', type: 'STRING', scope: 'IN' },
          { name: '__planner_result', type: 'STRING', scope: 'INTERNAL' },
          { name: '__planner_step_1_response', type: 'STRING', scope: 'OUT' },
          { name: 'framed', type: 'STRING', scope: 'INTERNAL' },
        ],
        scope: {
          plugins: ['sketcher', 'painter', 'framer', 'muser', 'cut'].map((id) => ({ id })),
          features: [],
        },
        executionTree: { id: 'root', type: 'SEQUENCE', children },
        resultMapping: [{ variable: '__planner_step_1_response', outputParameter: 'answer' }],
        ...more,
      },
    },
  };
}

export const PLANNER: JsonObject = {
  id: 'plan',
  type: 'PLANNER',
  params: { modelPluginRef: 'muser', resultVariable: '__planner_result' },
};
export const FRAMING: JsonObject = {
  id: 'frame',
  type: 'PLUGIN',
  pluginRef: 'framer',
  inputMappings: [{ pluginParameter: 'picture', variable: '__planner_step_1_response' }],
  outputMappings: [{ pluginParameter: 'framed', variable: 'framed' }],
};

function museSays(reply: string): Models & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    list: [],
    stream: async function* (request) {
      asked.push(request.messages.map(({ text }) => text).join('\n'));
      yield { type: 'text', text: reply };
      yield DONE;
    },
  };
}

export interface Ran {
  readonly run: RunHandle;
  readonly calls: readonly string[];
  readonly asked: readonly string[];
}

export async function runOf(value: Json, works = {}, reply = REPLY, options = {}): Promise<Ran> {
  const { workspace, diagnostics } = importOlo(value);
  if (workspace === null) throw new Error(JSON.stringify(diagnostics));
  const models = museSays(reply);
  const host = hostOf({ ...WORKS, muser: () => null, ...works }, { models, clock: systemClock });
  const started = startRun(host, {
    workspace,
    plan: workspace.plans[0]?.id ?? '',
    input: { userQuery: 'Paint!' },
    ...options,
  });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  await approve(started.value);
  return { run: started.value, calls: host.calls, asked: models.asked };
}

/** Says yes to every plan that asks, until the run has ended. */
async function approve(run: RunHandle): Promise<void> {
  const answer = (commit: Commit): void => {
    for (const { kind, address } of commit.entries) {
      if (kind === 'command' && address.endsWith('!approve') && isAddress(address))
        void run.answer(address, { decision: 'approve' });
    }
  };
  run.subscribe(answer);
  for (const commit of run.commits) answer(commit);
  await run.done;
}

export function endOf({ run }: Ran): Json | undefined {
  const end = run.commits.flatMap(({ entries }) => entries).findLast(({ kind }) => kind.startsWith('run.'));
  return { ...(end?.data as JsonObject), kind: end?.kind ?? '' };
}

export function variables({ run }: Ran): JsonObject {
  return Object.fromEntries(
    [...project(run.commits).variables].map(([name, { value }]) => [name, value ?? null]),
  );
}
