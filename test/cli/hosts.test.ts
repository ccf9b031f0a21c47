import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAddress, type Json, type JsonObject } from '#base';
import { builtInCapabilities, describeDocuments } from '#capabilities';
import { type Commit, readLedger } from '#kernel';
import { openModels } from '#models';
import { read, type Workspace } from '#plan';
import { startRun, systemClock, systemIds } from '#runtime';
import { Vault } from '#storage';
import { withoutTimes } from '../notation/withoutTimes';
import { ORIGIN, Profile } from '../storage/notation';
import { type Script, ScriptedModelServer, saysJson, streamsSteps } from '../tools/scriptedModelServer';
import { documentOf, sample, scratch, started } from './notation';

const files = scratch();
let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

interface Asked {
  readonly file: string;
  readonly input?: JsonObject;
  readonly answers?: Readonly<Record<string, Json>>;
  readonly scripts?: readonly Script[];
}

/** As a page does it: IndexedDB, the clock of the machine, the address of the model out of the vault. */
async function runInPage({ file, input = {}, answers = {}, scripts = [] }: Asked) {
  if (scripts.length > 0) server.script(...scripts);
  const workspace = workspaceIn(file);
  const storage = await new Profile().tab();
  const vault = new Vault();
  const mine = { id: null, url: server.url, key: 'sk-canary-page' };
  for (const { id } of workspace.connections) vault.connect(workspace.id, id, mine);
  const runId = systemIds.runId();
  const ledger = await storage.runs.open(runId, ORIGIN);
  if (!ledger) throw new Error('the run is taken');
  const host = {
    ...{ clock: systemClock, ids: systemIds, ledger, describe: describeDocuments },
    capabilities: builtInCapabilities(),
    models: openModels(workspace.models, (connection) => vault.resolve(workspace.id, connection)),
    addressOf: (slot: string) => vault.resolve(workspace.id, slot)?.url ?? null,
    secrets: () => vault.secrets(),
  };
  const started = startRun(host, { workspace, plan: workspace.plans[0]?.id ?? '', input, runId });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  const run = started.value;
  await run.atRest();
  for (const [address, value] of Object.entries(answers)) {
    if (isAddress(address)) await run.answer(address, value);
    await run.atRest();
  }
  return { runId, commits: await storage.runs.read(runId) };
}

/** As `planloom run` does it: a file, and the address of the model out of the environment. */
async function runOnCommandLine({ file, input = {}, answers = {}, scripts = [] }: Asked, runId: string) {
  if (scripts.length > 0) server.script(...scripts);
  const path = files.path(`${runId}.ndjson`);
  const given = Object.entries(answers).flatMap(([address, value]) => [
    '--answer',
    `${address}=${JSON.stringify(value)}`,
  ]);
  const environment = {
    PLANLOOM_CONNECTION_SERVER_URL: server.url,
    PLANLOOM_CONNECTION_SERVER_KEY: 'sk-canary-node',
  };
  const args = ['run', file, '--yes', '--run-id', runId, '--input', JSON.stringify(input), '--ledger', path];
  const ran = await started([...args, ...given], environment).ended;
  expect(ran.exit, ran.stderr).toBe(0);
  const ledger = readLedger(readFileSync(path, 'utf8'));
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.problem));
  return ledger.value;
}

function workspaceIn(file: string): Workspace {
  const outcome = read(readFileSync(file, 'utf8'));
  if (outcome.kind !== 'document') throw new Error(`${file} is no document`);
  return outcome.workspace;
}

const REST = {
  models: [{ id: 'main', connection: 'server', model: 'scripted' }],
  connections: [{ id: 'server' }],
};
const PLANNED = (flavour: string) =>
  documentOf(
    `
    in question: string   out answer
    plan: PLANNER ${flavour} {goal: "{{ question }}", models: [main]}
    execute: PLAN_EXECUTOR {output: {answer: "result.text"}}
    plan -> execute
    `,
    REST,
  );
const STEPS = [
  { id: 'a', tool: 'text.upper', input: { text: 'good' } },
  { id: 'b', tool: 'text.join', input: { items: ['{{ steps["a"].text }}', 'day'], separator: ' ' } },
];
const LOST = { id: 'lost', tool: 'text.say', input: { text: 'The key is missing.' }, dependsOn: ['a'] };
const LATER = { id: 'later', tool: 'text.say', input: { text: 'Bye.' }, dependsOn: ['lost'] };
const replanned = files.file(
  'replanned.json',
  PLANNED('llm').replace(/("type": ?"PLAN_EXECUTOR",)/, '$1 "params": {"replan": {"viability": 0.5}},'),
);
const llm = files.file('llm.json', PLANNED('llm'));
const stream = files.file('stream.json', PLANNED('stream'));
const input = { question: 'Greet.' };

describe('K3 the same plan with the same replies gives equal ledgers in two hosts', () => {
  it.each<[string, Asked]>([
    ['template ask-a-table', { file: sample('ask-a-table') }],
    ['template research-documents', { file: sample('research-documents') }],
    [
      'template parallel-review',
      { file: sample('parallel-review'), answers: { '/editor#1': { decision: 'approve' } } },
    ],
    [
      'a plan of a model, repaired',
      {
        file: llm,
        input,
        scripts: [saysJson({ steps: [{ id: 'a', tool: 'nobody.knows' }] }), saysJson({ steps: STEPS })],
      },
    ],
    ['a plan that is streamed', { file: stream, input, scripts: [streamsSteps(STEPS)] }],
    [
      'P9 a plan that a model judges, and that is re-planned',
      {
        file: replanned,
        input,
        scripts: [
          saysJson({ steps: [...STEPS.slice(0, 1), LOST, LATER] }),
          saysJson({ reason: 'Fine.', score: 0.9 }),
          saysJson({ steps: [{ ...LATER, dependsOn: ['lost'] }] }),
        ],
      },
    ],
  ])('%s', async (_title, asked) => {
    const page = await runInPage(asked);
    const node = await runOnCommandLine(asked, page.runId);
    expect(statusOf(node)).toBe('run.completed');
    expect(withoutTimes(node)).toEqual(withoutTimes(page.commits));
  });
});

function statusOf(commits: readonly Commit[]): string | undefined {
  return commits.at(-1)?.entries.at(-1)?.kind;
}
