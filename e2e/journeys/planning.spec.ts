import { says, streamsSteps } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { say } from '../fixtures/streamed';
import { linkTo, workspaceJson } from '../material/workspaces';
import { connectModel, planWith } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';
import { overlaps, placesOf, stepsIn } from './places';

const FINISH = '{"type":"finish"}\n';

test('P2 a planner that gives one step at a time: each stands in the executor before the next is asked for', async ({
  app,
  model,
}) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'stream');
  const wave = say('wave', { input: { text: 'After {{ steps["greet"].text }}' } });
  model.script(
    streamsSteps([say('greet')]),
    streamsSteps([wave], { gated: true }),
    says({ gate: 'finish' }, FINISH),
  );
  const before = await placesOf(app);
  await app.run();

  await test.step('the first step has run, and the planner is asked for the next', async () => {
    await expect(app.node('Greet')).toHaveAccessibleName('Greet, CAPABILITY, succeeded');
    await expect(app.canvas).toContainText('asking for the next step');
  });
  await test.step('D4 the next one is drawn beside it and nothing moves', async () => {
    const greeted = await stepsIn(app, '/execute@1');
    model.release('line-1');
    await expect(app.node('Wave')).toHaveAccessibleName('Wave, CAPABILITY, succeeded');
    expect(await stepsIn(app, '/execute@1')).toEqual(greeted);
    expect(overlaps([...greeted, ...(await stepsIn(app, '/execute@2'))])).toEqual([]);
    expect(await placesOf(app)).toEqual(before);
  });
  await test.step('it is told what the steps gave, and says that nothing is left', async () => {
    await model.received(3);
    expect(JSON.stringify(model.requests[2]?.body)).toContain('After Here is greet.');
    model.release('finish');
    await app.expectRun('completed');
  });
  await test.step('P6 every asking is kept as an attempt', async () => {
    await app.openTab('Plan attempts');
    const attempts = app.panel('Plan attempts').getByRole('list', { name: 'Attempts' });
    await expect(attempts.getByRole('button')).toHaveCount(3);
  });
});

const WAYS = {
  id: 'ways',
  kind: 'htn',
  tasks: ['answer'],
  methods: [
    { id: 'from-a-table', task: 'answer', subtasks: ['note', 'load'] },
    { id: 'from-memory', task: 'answer', subtasks: ['note', 'recall'] },
  ],
  operators: [
    { id: 'note', capability: 'text.say', name: 'Note the question', input: { text: 'Noted.' } },
    { id: 'load', capability: 'table.load', name: 'Load the table', input: { document: 'missing' } },
    { id: 'recall', capability: 'text.say', name: 'Recall', input: { text: 'From memory.' } },
  ],
} as const;

const PLAN = `
  var dynamicPlan
  start: START
  plan: PLANNER {planner: {flavour: htn, use: ways}, goal: "Answer."}
  run: PLAN_EXECUTOR
  end: END
  start -> plan -> run -> end
`;

test('P12 a step that fails at run time: another way is taken, and the tree tells what is out and why', async ({
  app,
}) => {
  await app.open(linkTo(workspaceJson(PLAN, { planners: [WAYS] })));
  await runTrusted(app);
  await app.expectRun('completed');

  await expect(app.node('Note the question')).toHaveAccessibleName(/, succeeded$/);
  await expect(app.node('Load the table')).toHaveAccessibleName(/, failed$/);
  await expect(app.node('Recall')).toHaveAccessibleName(/, succeeded$/);
  await expect.poll(() => stepsIn(app, '/run@1')).toHaveLength(2);
  await expect.poll(() => stepsIn(app, '/run@2')).toHaveLength(1);

  await app.openTab('Plan attempts');
  const tree = app.panel('Plan attempts').getByRole('list', { name: 'Decomposition' });
  await expect(tree).toContainText('from-a-table is out: its step "load" failed');
  await expect(tree).toContainText('answer by from-memory');
});

async function runTrusted(app: Planloom): Promise<void> {
  await app.button('Trust').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust' }).click();
  await app.run();
}
