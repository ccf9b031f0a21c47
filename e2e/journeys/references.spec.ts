import { writeFile } from 'node:fs/promises';
import type { Json, JsonObject } from '#base';
import type { Script } from '../../test/tools/modelScript';
import { says, saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { planloom } from '../pages/commandLine';
import { joinBroughtModel } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { commitsOf, expectEqual, ledgerIn, sameRun, withoutBudget } from '../pages/runFiles';
import { Sharing } from '../pages/sharing';

const step = (id: string, text: string) => ({ id, toolId: 'text.upper', name: id, input: { text } });

/** Rules that know another goal; then two plans of a model, of which a model chooses one; then a reply that is repaired. */
const REFERENCE_3 = {
  plan: `
    out answer
    var greeting
    first: PLANNER {planner: {flavour: hybrid, use: known}, goal: Greet Ada, candidates: 2, ranking: model, tools: ["text.*"], planVariable: greeting}
    greet: PLAN_EXECUTOR {planVariable: greeting}
    second: PLANNER llm {goal: Greet Bob, tools: ["text.*"]}
    wave: PLAN_EXECUTOR {answer: template, answerTemplate: "{{ steps.bob.text }}!", output: {answer: result.text}}
    first -> greet -> second -> wave
    result {answer: "{{ answer }}"}
  `,
  more: {
    planners: [
      {
        id: 'known',
        kind: 'rules',
        name: 'What we know',
        rules: [
          {
            id: 'sing',
            when: 'goal.contains("sing")',
            steps: [{ id: 'sing', capability: 'echo', input: {} }],
          },
        ],
      },
    ],
  },
  replies: [
    saysJson({ steps: [step('short', 'hello')] }),
    saysJson({ steps: [step('hello', 'hello'), step('ada', 'ada')] }),
    saysJson({ reason: 'It names her.', choice: 'plan-2' }),
    says('I would greet him.'),
    saysJson({ steps: [step('bob', 'hello bob')] }),
  ],
};

test('P2 P3 P5 reference 3: rules first, the best of several plans, a repair; the command line records the same', async ({
  app,
  model,
}, info) => {
  await runHere(app, model, REFERENCE_3);
  await app.openTab('Plan attempts');
  const attempts = app.panel('Plan attempts').getByRole('list', { name: 'Attempts' }).getByRole('button');
  await expect(attempts).toHaveCount(5);
  await expect(attempts.filter({ hasText: 'not taken: a model chose another' })).toHaveCount(1);
  await expect(attempts.filter({ hasText: 'chosen by a model: It names her.' })).toHaveCount(1);
  await expect(app.canvas).toContainText('ada');
  await expectAccessible(app, 'attempts of which one was chosen');
  await runThereToo(app, model, REFERENCE_3, info.outputPath.bind(info));
});

const MET = saysJson({ reason: 'It is.', met: true });
const answers = (text: string) => [MET, saysJson({ thought: 'Done.', answer: text }), MET];
const goal = (text: string) => ({
  goal: text,
  primary_tools: ['text.upper'],
  success_criteria: 'It is in capitals.',
});

/** Goals for agents, of which one finds something missing; the rest is planned anew, and a model answers from what came of it. */
const REFERENCE_4 = {
  plan: `
    out answer
    plan: PLANNER plan-execute {messages: [{role: user, content: "Is Ada there?"}, {role: assistant, content: "She is."}, {role: user, content: "Greet her."}], tools: [text.upper]}
    execute: PLAN_EXECUTOR {replan: {}, answer: model, output: {answer: result.text}}
    plan -> execute
    result {answer: "{{ answer }}"}
  `,
  more: {},
  replies: [
    saysJson([goal('the name'), goal('hello')]),
    ...answers('The name is missing.'),
    saysJson([goal('hello ada')]),
    ...answers('HELLO ADA'),
    says('Hello, Ada [step-3]. She is known [step-9].'),
  ],
};

test('P9 P10 P14 reference 4: goals for agents, planned anew on the way, an answer and its metadata; the command line records the same', async ({
  app,
  model,
}, info) => {
  await runHere(app, model, REFERENCE_4);
  const answer = app.panel('Answer');
  await expect(answer).toContainText('She is known [step-9].');
  await expect(answer.getByRole('region', { name: 'Cited steps' }).getByRole('button')).toHaveCount(1);
  await expectAccessible(app, 'an answer that cites a step');
  await answer.getByRole('button', { name: 'Step 1: hello ada' }).click();
  await expect(app.node('hello ada')).toHaveAttribute('aria-current', 'true');
  const metadata: JsonObject = JSON.parse(await new Sharing(app).download('Metadata of this run'));
  expect(metadata).toMatchObject({ summary: { total_steps: 2, success_rate: 100 } });
  const printed = await runThereToo(app, model, REFERENCE_4, info.outputPath.bind(info));
  const { planning, execution, agent_type } = metadata;
  expect(printed).toMatchObject({
    outputs: { answer: 'Hello, Ada [step-3]. She is known [step-9].' },
    citations: [{ number: 1, id: 'step-3', address: '/execute@2/step-3' }],
    metadata: { planning, execution, agent_type },
  });
});

interface Journey {
  readonly plan: string;
  readonly more: JsonObject;
  readonly replies: readonly Script[];
}

interface Scripted {
  readonly url: string;
  script(...replies: readonly Script[]): void;
}

/** Brings the workspace in, joins its model to the scripted server, and runs it in the page. */
async function runHere(app: Planloom, model: Scripted, { plan, more, replies }: Journey): Promise<void> {
  const sharing = new Sharing(app);
  const rest = {
    ...more,
    models: [{ id: 'main', connection: 'server', model: 'scripted' }],
    connections: [{ id: 'server', name: 'Server' }],
  };
  await sharing.bringIn(fileOf('given.planloom.json', workspaceJson(plan, rest)));
  await joinBroughtModel(app, 'main', model.url);
  model.script(...replies);
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
}

/** K3: runs the same workspace on the command line, against the same replies; its ledger is equal. */
async function runThereToo(
  app: Planloom,
  model: Scripted,
  { replies }: Journey,
  place: (name: string) => string,
): Promise<Json> {
  const sharing = new Sharing(app);
  const here = await sharing.download('This run');
  const workspace = place('workspace.planloom.json');
  await writeFile(workspace, await sharing.download('Workspace'));
  model.script(...replies);
  const own = place('own.ndjson');
  const { code, json, beside } = await planloom(
    ['run', workspace, '--yes', '--metadata', '--ledger', own, ...sameRun(here)],
    { PLANLOOM_CONNECTION_SERVER_URL: model.url },
  );
  expect(code, beside).toBe(0);
  expectEqual(withoutBudget(await ledgerIn(own)), withoutBudget(commitsOf(here)));
  return json;
}
