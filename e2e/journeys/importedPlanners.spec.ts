import type { Json } from '#base';
import type { Commit } from '#kernel';
import { saysJson } from '../../test/tools/modelScript';
import { expect, test } from '../fixtures/model';
import { call, PORTRAIT_PLAN, portrait } from '../material/foreign';
import { bringIn, finishedAt, outcomeOf, runThere, takeAway } from '../pages/bringingIn';
import { joinBroughtModel } from '../pages/models';
import type { Planloom } from '../pages/planloom';
import { ledgerIn } from '../pages/runFiles';
import { StandIns } from '../pages/standIns';

const WORKERS: Readonly<Record<string, object>> = {
  SKETCHER: { responseText: 'sketch of {{ input.prompt }}' },
  PAINTER: { responseText: '{{ input.prompt }}, painted' },
  FRAMER: { framed: '[{{ input.picture }}]' },
};
const INPUT = ['--input', '{"wish":"a cat"}'];
const FRAMED = { status: 'completed', outputs: { framed: '[its fur, painted]' } };

test('S3 P8 an OLO planner that only interprets: its plan is shown, asks, and runs in its place; alike on the command line', async ({
  app,
}, info) => {
  const dreams = call('dream', 'DREAMER', ['prompt', 'wish'], ['responseText', '__planner_result']);
  await open(app, portrait([dreams], {}), {
    ...WORKERS,
    DREAMER: { responseText: JSON.stringify(PORTRAIT_PLAN) },
  });
  await expect(app.button('Approve')).toBeVisible();
  await expectSteps(app);
  await app.button('Approve').click();
  await app.expectRun('completed');
  const here = await takeAway(app, info.outputPath.bind(info));
  expect(outcomeOf(here.commits)).toEqual(FRAMED);
  const yes = `${approvalIn(here.commits)}={"decision":"approve"}`;
  const own = info.outputPath('own.ndjson');
  expect(await runThere(here.workspace, own, [...INPUT, '--answer', yes])).toEqual(FRAMED);
  expect(finishedAt(await ledgerIn(own))).toEqual(finishedAt(here.commits));
});

for (const [name, params, more] of [
  ['a model', {}, {}],
  [
    'a model, and a creator that makes steps of what it says',
    { subtreeCreatorPluginRef: 'CUTTER' },
    {
      CUTTER: {
        variablesToInject: { mood: 'calm' },
        steps: [
          { pluginRef: 'SKETCHER', prompt: 'a cat' },
          { pluginRef: 'PAINTER', prompt: 'its fur' },
        ],
      },
    },
  ],
] as const) {
  test(`S3 P13 an OLO planner with ${name}: its steps are drawn and run; alike on the command line`, async ({
    app,
    model,
  }, info) => {
    model.script(saysJson(PORTRAIT_PLAN));
    await open(app, portrait([], { modelPluginRef: 'MUSE', ...params }), { ...WORKERS, ...more }, () =>
      joinBroughtModel(app, 'MUSE', model.url),
    );
    await app.expectRun('completed');
    await expectSteps(app);
    const here = await takeAway(app, info.outputPath.bind(info));
    expect(outcomeOf(here.commits)).toEqual(FRAMED);
    model.script(saysJson(PORTRAIT_PLAN));
    const own = info.outputPath('own.ndjson');
    const env = { PLANLOOM_CONNECTION_MODELS_URL: model.url };
    expect(await runThere(here.workspace, own, INPUT, env)).toEqual(FRAMED);
    expect(finishedAt(await ledgerIn(own))).toEqual(finishedAt(here.commits));
  });
}

/** Brings a pipeline in, says what stands in for its plugins, and starts it. */
async function open(
  app: Planloom,
  pipeline: Json,
  standIns: Readonly<Record<string, object>>,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  const { sharing } = await bringIn(app, 'portrait.json', pipeline, 'OLO pipelines', async (said) => {
    await expect(said.getByRole('region', { name: 'Recognised' })).toContainText('PLANNER');
  });
  await app.button('Trust').click();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await prepare();
  await app.button('Choose replacements').click();
  const asked = new StandIns(app);
  for (const [id, answer] of Object.entries(standIns)) await asked.answers(id, answer);
  await asked.button('Echo the input for the rest').click();
  await asked.button('Save').click();
  await app.run();
  const inputs = app.dialog('Run “portrait”');
  await inputs.getByRole('textbox', { name: 'wish' }).fill('a cat');
  await inputs.getByRole('button', { name: 'Run', exact: true }).click();
}

/** D4: the steps that the planner made are on the canvas, inside of it. */
async function expectSteps(app: Planloom): Promise<void> {
  for (const step of ['SKETCHER', 'PAINTER'])
    await expect(
      app.canvas.getByRole('group', { name: new RegExp(`^step-\\d-${step}, CAPABILITY`) }),
    ).toBeVisible();
}

/** Where the yes to the plan was waited for. */
function approvalIn(commits: readonly Commit[]): string {
  const asked = commits.flatMap(({ entries }) => entries).find(({ address }) => address.endsWith('!approve'));
  return String(asked?.address);
}
