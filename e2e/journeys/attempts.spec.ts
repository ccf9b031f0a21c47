import { expect, test } from '../fixtures/test';

test('P6 the attempts of all runs are searched by words, model, template and verdict, and lead to their runs', async ({
  app,
  page,
}) => {
  await app.openTemplate('Ask a table');
  await app.run();
  await app.expectRun('completed');
  const first = new URL(page.url());
  await app.button('Planloom, to the start').click();
  await app.question.fill('Book me a flight to Rome');
  await app.button('Plan it').click();
  await app.expectRun('failed');

  await app.openTab('Plan attempts');
  const panel = app.panel('Plan attempts');
  await app.button('All runs').click();
  const lines = panel.getByRole('list', { name: 'Attempts of all runs' }).getByRole('button');
  await expect(lines).toHaveCount(2);
  await expect(panel.getByRole('status')).toHaveText('2 of 2');

  await panel.getByRole('combobox', { name: 'Verdict' }).selectOption('accepted');
  await expect(lines).toHaveCount(1);
  await panel.getByRole('combobox', { name: 'Verdict' }).selectOption('');
  await panel.getByRole('searchbox', { name: 'Search attempts' }).fill('flight');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('CANNOT_PLAN');
  await panel.getByRole('searchbox', { name: 'Search attempts' }).fill('no such words');
  await expect(panel).toContainText('No attempt matches.');
  await panel.getByRole('searchbox', { name: 'Search attempts' }).fill('');
  await expect(panel.getByRole('combobox', { name: 'Model' }).getByRole('option')).not.toHaveCount(1);
  await expect(panel.getByRole('combobox', { name: 'Template' }).getByRole('option')).toHaveCount(2);

  await lines.filter({ hasText: 'accepted' }).click();
  await expect(page).toHaveURL(
    new RegExp(`w=${first.searchParams.get('w')}.*run=${first.searchParams.get('run')}`),
  );
  await expect(app.panel('Plan attempts').getByRole('list', { name: 'Attempts' })).toContainText('accepted');
  const behind = () =>
    app.slider.evaluate((slider: HTMLInputElement) => Number(slider.max) - Number(slider.value));
  await expect.poll(behind).toBeGreaterThan(0);
  await expect(app.slider).not.toHaveValue('0');
  await app.expectNode('Plan the answer', 'PLANNER', 'succeeded');
});
