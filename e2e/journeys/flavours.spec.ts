import { says } from '../../test/tools/scriptedModelServer';
import { expect, test } from '../fixtures/model';
import { fileOf, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { joinBroughtModel } from '../pages/models';
import { Sharing } from '../pages/sharing';

const PLAN = `
  out answer
  plan: PLANNER tools {goal: Greet Ada in capitals, models: [small, large], tools: ["text.*"], repairRetries: 0}
  execute: PLAN_EXECUTOR
  plan -> execute
`;
const MODELS = ['small', 'large'].map((id) => ({ id, connection: 'server', model: id }));

test('P2 P7 a planner by tool calls draws its calls, and its models are told apart by how reliable they were', async ({
  app,
  page,
  model,
}) => {
  const call = (name: string, text: string, index: number) => ({
    toolCall: { name, arguments: JSON.stringify({ text }), index },
  });
  const calls = {
    ...says(call('text_upper', 'hello', 0), call('text_upper', '{{ steps.call_1.text }} ada', 1)),
  };
  model.script(says('I cannot.'), { ...calls, finishReason: 'tool_calls' });
  await new Sharing(app).bringIn(
    fileOf(
      'flavours.planloom.json',
      workspaceJson(PLAN, { models: MODELS, connections: [{ id: 'server', name: 'Server' }] }),
    ),
  );
  await joinBroughtModel(app, 'small', model.url);
  await app.run();
  const { trust } = new Sharing(app);
  await trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.expectRun('completed');
  await app.openTab('Plan attempts');
  const attempts = app.panel('Plan attempts');
  await expect(attempts.getByRole('list', { name: 'Attempts' }).getByRole('button')).toHaveCount(2);
  await app.button('Reliability').click();
  const rows = app.panel('Reliability').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'small' })).toContainText('0 of 1');
  await expect(rows.filter({ hasText: 'large' })).toContainText('1 of 1');
  await expectAccessible(app, 'Reliability');
  await app
    .panel('Reliability')
    .getByRole('combobox', { name: 'Attempts of' })
    .selectOption('All workspaces');
  await expect(rows).toHaveCount(3);
  await app.button('Reliability').click();
  await expect(page.getByRole('region', { name: 'Reliability' })).toHaveCount(0);
});
