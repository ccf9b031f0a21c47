import { isJsonObject, type Json } from '#base';
import { type Commit, fold, runVariables } from '#kernel';
import { expect, test } from '../fixtures/test';
import {
  BEES,
  CLAIMS,
  GREENHOUSE,
  KETTLE,
  KETTLE_MODULE,
  LABELS,
  LABELS_GRAPH,
  LABELS_STREAM,
  RENTAL,
} from '../material/foreign';
import { bringIn, finishedAt, importThere, outcomeOf, runThere, takeAway } from '../pages/bringingIn';
import { Machine } from '../pages/machine';
import { ledgerIn } from '../pages/runFiles';
import { StandIns } from '../pages/standIns';

test('S3 OLO pipelines: brought in, what is missing stood in for, run; the command line gives the same', async ({
  app,
}, info) => {
  const { sharing } = await bringIn(app, 'claims.json', CLAIMS, 'OLO pipelines', async (said) => {
    await expect(said.getByRole('region', { name: 'Recognised' })).toContainText(
      '3 plugins became capabilities',
    );
    await expect(said.getByRole('region', { name: 'Missing capabilities' })).toContainText(
      'ASSESSOR, CLERK, SORTER',
    );
  });
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  const asked = new StandIns(app);
  await asked.answers('SORTER', { responseText: 'damaged' });
  await asked.answers('ASSESSOR', { responseText: '240 for {{ input.prompt }}' });
  await asked.answers('CLERK', { combinedOutput: '{{ input.Category }}: {{ input.Worth }}' });
  await asked.button('Run').click();
  const inputs = app.dialog('Run “claims”');
  await inputs.getByRole('textbox', { name: 'claim' }).fill('a lamp');
  await inputs.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('completed');
  await expect(app.panel('Inspector')).toContainText('damaged: 240 for a lamp');
  const here = await takeAway(app, info.outputPath.bind(info));
  expect(outcomeOf(here.commits).outputs).toEqual({ verdict: 'damaged: 240 for a lamp' });

  await test.step('the same workspace on the command line', async () => {
    const there = await runThere(here.workspace, info.outputPath('own.ndjson'), [
      '--input',
      '{"claim":"a lamp"}',
    ]);
    expect(there).toEqual(outcomeOf(here.commits));
  });
  await test.step('the same file, imported there', async () => {
    const imported = await importThere(CLAIMS, 'olo', info.outputPath.bind(info));
    expect(plansOf(imported.json)).toEqual(plansOf(JSON.parse(here.text)));
  });
});

test('S3 an engine configuration: its planner’s plan runs inside; bound to the same, the command line does the same', async ({
  app,
}, info) => {
  const { sharing } = await bringIn(
    app,
    'greenhouse.json',
    GREENHOUSE,
    'Engine configuration',
    async (said) => {
      await expect(said.getByRole('region', { name: 'Missing capabilities' })).toContainText('gardener.Plan');
    },
  );
  await app.button('Trust').click();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(app.page.getByText('6 capabilities of this plan are not here')).toBeVisible();
  await app.button('Choose replacements').click();
  const asked = new StandIns(app);
  await asked.answers('soil.IsDry', { branch: 0 });
  await asked.answers('gardener.Plan', {
    dynamicPlan: { groups: [{ definitions: [{ name: 'echo' }] }, { definitions: [{ name: 'gauge.Heat' }] }] },
  });
  await asked.answers('gauge.Heat', { degrees: 31 });
  await asked.button('Echo the input for the rest').click();
  await asked.button('Save').click();
  await app.run();
  await app.expectRun('completed');
  const here = await takeAway(app, info.outputPath.bind(info));
  const effects = finishedAt(here.commits);
  expect(effects).toEqual(expect.arrayContaining(['/ACCESS/valve-Open#1', '/PLAN_EXECUTOR@1/group-2#1']));
  expect(effects.join(' ')).not.toContain('valve-Shut');
  expect(variablesOf(here.commits)).toMatchObject({ branch: 0, degrees: 31 });
  expect(outcomeOf(here.commits)).toMatchObject({ outputs: { branch: 0, degrees: 31 } });

  const there = await runThere(here.workspace, info.outputPath('own.ndjson'), []);
  expect(there).toEqual(outcomeOf(here.commits));
  const theirs = await ledgerIn(info.outputPath('own.ndjson'));
  expect(finishedAt(theirs)).toEqual(effects);
  expect(variablesOf(theirs)).toEqual(variablesOf(here.commits));
});

for (const [name, file] of [
  ['a list of steps', LABELS],
  ['nodes and edges', LABELS_GRAPH],
  ['a stream of lines', LABELS_STREAM],
] as const) {
  test(`S3 a planner’s plan, ${name}: runs as it stands, here and on the command line`, async ({
    app,
  }, info) => {
    const { sharing } = await bringIn(app, 'labels.json', file, 'Planner’s plan', async () => {});
    await app.run();
    await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.expectRun('completed');
    const here = await takeAway(app, info.outputPath.bind(info));
    const imported = await importThere(file, 'planner-plan', info.outputPath.bind(info));
    const there = await runThere(imported.path, info.outputPath('own.ndjson'), []);
    expect(there).toEqual(outcomeOf(here.commits));
    expect(finishedAt(await ledgerIn(info.outputPath('own.ndjson')))).toEqual(finishedAt(here.commits));
  });
}

test('S3 steps with goals: the first tool of each, once, also after one that failed; --bind does the same', async ({
  app,
}, info) => {
  const { sharing } = await bringIn(app, 'bees.json', BEES, 'Steps with goals', async (said) => {
    await expect(said.getByRole('region', { name: 'Recognised' })).toContainText('2 steps became AGENT');
    await expect(said.getByRole('region', { name: 'Missing capabilities' })).toContainText('field_log');
  });
  await app.button('Trust').click();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.button('Choose replacements').click();
  const asked = new StandIns(app);
  await asked.choose('field_log', 'Echo (echo)');
  await asked.button('Save').click();
  await app.run();
  await app.expectRun('completed');
  const here = await takeAway(app, info.outputPath.bind(info));
  expect(finishedAt(here.commits)).toContain('/step-2#1');

  const imported = await importThere(BEES, 'steps', info.outputPath.bind(info));
  const there = await runThere(imported.path, info.outputPath('own.ndjson'), ['--bind', 'field_log=echo']);
  expect(there).toEqual(outcomeOf(here.commits));
  expect(finishedAt(await ledgerIn(info.outputPath('own.ndjson')))).toEqual(finishedAt(here.commits));
});

test('S3 a PlanDefinition: what it asks is answered, its events are sent; --signal does the same', async ({
  app,
}, info) => {
  const machine = new Machine(app);
  const { sharing } = await bringIn(app, 'rental.json', RENTAL, 'State machine plan', async () => {});
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(app.node('inspect')).toHaveAccessibleName('inspect, STATE, running');
  await machine.event('bicycle.inspected').click();
  await machine.event('returned').click();
  await app.expectRun('completed');
  const here = await takeAway(app, info.outputPath.bind(info));
  const imported = await importThere(RENTAL, 'state-machine', info.outputPath.bind(info));
  const there = await runThere(imported.path, info.outputPath('own.ndjson'), [
    ...['--signal', 'bicycle.inspected={}', '--signal', 'returned={}'],
  ]);
  expect(there).toEqual(outcomeOf(here.commits));
  expect(statesIn(await ledgerIn(info.outputPath('own.ndjson')))).toEqual(statesIn(here.commits));
});

for (const [name, file, text] of [
  ['as JSON', 'kettle.json', JSON.stringify(KETTLE)],
  ['as a module', 'kettle.ts', KETTLE_MODULE],
] as const) {
  test(`S3 M6 an XState machine ${name}: read, run, and the same on the command line`, async ({
    app,
  }, info) => {
    const machine = new Machine(app);
    const { sharing } = await bringIn(app, file, text, 'XState machine', async () => {});
    const named = name === 'as JSON';
    if (named) {
      await app.button('Trust').click();
      await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
      await app.button('Choose replacements').click();
      const asked = new StandIns(app);
      await asked.choose('count', 'Echo its input');
      await asked.button('Save').click();
      await app.run();
    } else {
      await app.run();
      await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
    }
    await expect(app.node('cold')).toHaveAccessibleName('cold, STATE, running');
    await machine.event('heat').click();
    await machine.event('pour').click();
    await app.expectRun('completed');
    const here = await takeAway(app, info.outputPath.bind(info));
    const imported = await importThere(text, 'xstate', info.outputPath.bind(info));
    const there = await runThere(imported.path, info.outputPath('own.ndjson'), [
      ...['--signal', 'heat={}', '--signal', 'pour={}'],
      ...(named ? ['--stub-unresolved'] : []),
    ]);
    expect(there).toEqual(outcomeOf(here.commits));
    expect(statesIn(await ledgerIn(info.outputPath('own.ndjson')))).toEqual(statesIn(here.commits));
  });
}

test('S3 what stood in wrongly: which output failed, and what the answer held', async ({ app }) => {
  const { sharing } = await bringIn(app, 'claims.json', CLAIMS, 'OLO pipelines', async () => {});
  await app.run();
  await sharing.trust.getByRole('button', { name: 'Trust', exact: true }).click();
  const asked = new StandIns(app);
  await asked.button('Echo the input for the rest').click();
  await asked.button('Run').click();
  const inputs = app.dialog('Run “claims”');
  await inputs.getByRole('textbox', { name: 'claim' }).fill('a lamp');
  await inputs.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('failed');
  const said = app.page.getByRole('alert').filter({ hasText: 'EXPRESSION_ERROR' });
  await expect(said).toContainText('cannot be filled');
  await said.getByRole('button', { name: 'More' }).click();
  await expect(said).toContainText('The result has only prompt.');
});

function variablesOf(commits: readonly Commit[]): Json {
  const state = fold(commits);
  return state.ok ? runVariables(state.value) : {};
}

function statesIn(commits: readonly Commit[]): readonly string[] {
  return commits
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => (entry.kind === 'state.entered' ? [JSON.stringify(entry.data)] : []));
}

function plansOf(workspace: Json): Json {
  return isJsonObject(workspace) ? (workspace.plans ?? null) : null;
}
