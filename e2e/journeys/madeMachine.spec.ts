import { saysJson, streamsStates } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { connectModel, planWith } from '../pages/models';
import { overlaps, placesOf, stepsIn } from './places';

/** A machine as reference 5 writes one: asks a person where nothing was found. */
const MACHINE = {
  plan_type: 'find-out',
  description: 'Loads the table, and asks what to say.',
  initial_state: 'loading',
  states: {
    loading: {
      state_name: 'loading',
      description: 'Load the table',
      action: { event_type: 'table.load', response_event: 'table.loaded', data: { document: 'sales' } },
      transitions: [
        { on_event: 'table.loaded', to_state: 'asking', condition: 'size(event.data.rows) > 0' },
        { on_event: 'table.failed', to_state: 'failed' },
      ],
      default_next: 'failed',
    },
    asking: {
      state_name: 'asking',
      description: 'Ask what to say',
      action: {
        event_type: 'human.ask',
        response_event: 'person.answered',
        data: { message: 'What shall be said of it?' },
      },
      default_next: 'saying',
    },
    saying: {
      state_name: 'saying',
      description: 'Say it',
      action: { event_type: 'text.say', response_event: 'said', data: { text: 'It is said.' } },
      default_next: 'done',
    },
    done: { state_name: 'done', description: 'Done', is_terminal: true },
    failed: { state_name: 'failed', description: 'Nothing to say', is_terminal: true, outcome: 'failed' },
  },
  result: { answer: '{{ results.saying.text }}' },
};

test('D4, M5 a machine is drawn state by state while it arrives; what is refused says why, and nothing of it runs', async ({
  app,
  model,
}) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'state-machine');
  const wrong = {
    ...MACHINE.states.loading,
    action: { event_type: 'table.open', response_event: 'table.loaded' },
  };
  model.script(
    streamsStates({ ...MACHINE, states: { ...MACHINE.states, loading: wrong } }, 'wrong'),
    streamsStates(MACHINE),
  );
  const before = await placesOf(app);
  await app.run();

  await test.step('P5 a state whose tool nobody has is a ghost with its reason', async () => {
    await model.received(1);
    await expect(app.node('loading')).toHaveCount(0);
    model.release('wrong-1');
    const ghost = app.canvas.getByRole('group', { name: 'loading, STATE, refused' });
    await expect(ghost).toContainText('table.open');
    for (const gate of [2, 3, 4, 5, 'end']) model.release(`wrong-${gate}`);
    await model.received(2);
    await expect(ghost).toHaveCount(0);
  });
  await test.step('each state stands in the executor before the next is said, and leads where that has come', async () => {
    for (const [index, name] of Object.keys(MACHINE.states).entries()) {
      await expect(app.node(name)).toHaveCount(0);
      model.release(`state-${index + 1}`);
      await expect(app.node(name)).toHaveAccessibleName(`${name}, STATE, planned`);
    }
    expect(await placesOf(app), 'what a person placed, and the viewport').toEqual(before);
    expect(overlaps(await stepsIn(app, '/execute@1/find-out'))).toEqual([]);
  });
  await test.step('accepted, the same cards run', async () => {
    model.release('state-end');
    await expect(app.node('asking')).toHaveAccessibleName('asking, STATE, running');
    await expect(app.node('loading')).toHaveAttribute('data-address', /^\/execute@1\/find-out/);
  });
  await test.step('D3 the ghost is seen again where it was in the ledger', async () => {
    await app.slider.fill('3');
    await expect(app.canvas.getByRole('group', { name: 'loading, STATE, refused' })).toBeVisible();
  });
});

test('M5 a model writes a state machine: it is drawn in its executor, stands where the run stands, and ends', async ({
  app,
  model,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await connectModel(app, model.url);
  await planWith(app, 'state-machine');
  model.script(saysJson({ ...MACHINE, initial_state: 'nowhere' }), saysJson(MACHINE));
  await app.run();

  await test.step('P5 what is wrong with the first one is told, and the mended one runs', async () => {
    await expect(app.node('asking')).toHaveAccessibleName('asking, STATE, running');
    expect(JSON.stringify(model.requests[1]?.body)).toContain('STATE_UNKNOWN');
  });
  await test.step('D4 its states lie in the executor', async () => {
    await expect(app.node('loading')).toHaveAttribute('data-node-id', 'loading');
    await expect(app.node('done')).toBeVisible();
  });
  await test.step('M2 a person answers it', async () => {
    await page.getByRole('form', { name: 'What shall be said of it?' }).getByRole('button').last().click();
    await app.expectRun('completed');
    await expect(app.node('done')).toHaveAccessibleName('done, STATE, succeeded');
  });
  await test.step('P6 both attempts are kept', async () => {
    await app.openTab('Plan attempts');
    const attempts = app.panel('Plan attempts').getByRole('list', { name: 'Attempts' });
    await expect(attempts.getByRole('button')).toHaveCount(2);
  });
  await test.step('P11 promoted it is a machine of the workspace, with what was asked for as its inputs', async () => {
    await app.button('Promote').click();
    const dialog = app.dialog('Promote');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Find out again');
    await dialog.getByRole('checkbox', { name: 'document: "sales"' }).check();
    await dialog.getByRole('button', { name: 'Promote' }).click();
    await expect(app.node('asking')).toHaveAccessibleName('asking, STATE');
    await expect(
      app.panel('Inspector').getByRole('textbox', { name: 'Name', exact: true }).first(),
    ).toHaveValue('Find out again');
    await expect(app.panel('Inspector').getByRole('button', { name: /^Open run / })).toBeVisible();
  });
  await test.step('E2 one undo takes it away, and one redo brings it back', async () => {
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect(app.node('asking')).toHaveCount(0);
    await app.button('Redo').click();
    await page.getByRole('combobox', { name: 'Plan', exact: true }).selectOption('Find out again');
    await expect(app.node('asking')).toBeVisible();
  });
  await test.step('it runs as it ran', async () => {
    await app.run();
    await expect(app.node('asking')).toHaveAccessibleName('asking, STATE, running');
  });
});
