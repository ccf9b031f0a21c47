import { says, saysJson } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { Drawing } from '../pages/drawing';
import { Inspector } from '../pages/inspector';
import { connectModel } from '../pages/models';

test('L1 a Model decision is drawn, asks its model, repairs an answer that names no choice, and takes its port', async ({
  app,
  model,
}) => {
  const drawing = new Drawing(app);
  const form = new Inspector(app);
  await drawing.openBlank();
  await connectModel(app, model.url);

  await test.step('it is placed, worded and joined', async () => {
    await drawing.drag('Model decision', await drawing.between('Start', 'End'));
    await form.open('Model decision');
    await form.fill('Name', 'Which desk?');
    await form.fill('Question', 'Which desk answers this letter?');
    await form.fill('What it is about', 'My treadle is broken.');
    await expect(app.node('Which desk?')).toHaveAccessibleName('Which desk?, LLM_DECISION');
  });
  await test.step('L9 a choice that is called like a port is a problem where it is typed', async () => {
    const port = form.panel.getByLabel('Port', { exact: true }).last();
    await port.fill('error');
    await port.blur();
    await expect(form.problems).toContainText(['CHOICE_ID_RESERVED']);
    await port.fill('repairs');
    await port.blur();
    await expect(form.panel).not.toContainText('CHOICE_ID_RESERVED');
    await drawing.connect('Which desk?', 'repairs', 'End');
  });
  model.script(
    saysJson({ reason: 'Broken.', choice: 'workshop' }),
    says({ gate: 'second' }, JSON.stringify({ reason: 'Broken.', choice: 'repairs' })),
  );
  await app.run();

  await test.step('K2 its calls are steps of their own, and told in its panel', async () => {
    await model.received(2);
    expect(JSON.stringify(model.requests[1]?.body)).toContain('It names none of the choices');
    await app.expectNode('Which desk?', 'LLM_DECISION', 'running');
    model.release('second');
    await app.expectRun('completed');
    await app.expectNode('Which desk?', 'LLM_DECISION', 'succeeded');
    await form.tab('In and out');
    const calls = form.panel.getByRole('region', { name: 'Calls' }).getByRole('listitem');
    await expect(calls).toContainText(['workshop', 'repairs']);
    await expect(form.panel).toContainText('Took the port repairs.');
  });
  await test.step('D5 a row of a call in the timeline leads to the node', async () => {
    await app.openTab('Timeline');
    await app
      .panel('Timeline')
      .getByRole('button', { name: /Asked again 2 · Which desk\?/ })
      .click();
    await expect(form.panel.getByRole('heading', { name: 'Which desk?', exact: true })).toBeVisible();
  });
});

test('L1 a Reflection criticises and improves a text until there is nothing to mend', async ({
  app,
  model,
}) => {
  const drawing = new Drawing(app);
  const form = new Inspector(app);
  await drawing.openBlank();
  await connectModel(app, model.url);
  await drawing.drag('Reflection', await drawing.between('Start', 'End'));
  await form.open('Reflection');
  await form.fill('What it shall be', 'One sentence.');
  await form.fill('Value to improve', 'Looms. Good ones.');
  model.script(
    saysJson({ critique: 'These are no sentences.', good: false }),
    says('We make good looms.'),
    saysJson({ critique: '', good: true }),
  );
  await app.run();
  await app.expectRun('completed');
  await app.expectNode('Reflection', 'REFLECTION', 'succeeded');
  await expect(app.node('Reflection')).toContainText('We make good looms.');
  await form.tab('In and out');
  const calls = form.panel.getByRole('region', { name: 'Calls' }).getByRole('listitem');
  await expect(calls).toHaveCount(3);
  await expect(calls.first()).toContainText('These are no sentences.');
});

test('L1 the example of a node that needs a model opens with its recorded run', async ({ app, page }) => {
  const form = new Inspector(app);
  await app.openTemplate('Ask a table');
  await app.button('Help').click();
  const help = app.dialog('Help');
  const pages = help.getByRole('navigation', { name: 'Help pages' });
  await pages.getByRole('button', { name: 'Model decision', exact: true }).click();
  await help.getByRole('button', { name: 'Open this example' }).click();
  await app.expectRun('completed');
  await expect(page).toHaveURL(/run=recorded-llm-decision/);
  await app.expectNode('Which desk?', 'LLM_DECISION', 'succeeded');
  await form.open('Which desk?');
  await form.tab('In and out');
  await expect(form.panel.getByRole('region', { name: 'Calls' }).getByRole('listitem')).toHaveCount(2);
});
