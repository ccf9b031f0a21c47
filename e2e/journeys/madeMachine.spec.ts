import { saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { connectModel, planWith } from '../pages/models';

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
});
