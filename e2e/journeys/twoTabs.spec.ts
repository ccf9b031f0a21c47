import { expect, test } from '../fixtures/test';
import { Planloom } from '../pages/planloom';

test('K7 case H3 a run belongs to one tab: another follows it, takes it over, and the first is told', async ({
  app,
  context,
}) => {
  await app.openTemplate('Parallel review');
  await app.run();
  await app.expectRun('waiting');

  const other = new Planloom(await context.newPage());
  await other.open(app.page.url());
  const elsewhere = (tab: Planloom) => tab.page.getByText('Running in another tab');
  await expect(elsewhere(other)).toBeVisible();
  await expect(other.button('Publish')).toBeDisabled();

  await other.button('Take over').click();
  await other.expectRun('paused');
  await expect(elsewhere(app)).toBeVisible();
  await expect(app.button('Publish')).toBeDisabled();

  await other.button('Resume').click();
  await other.button('Publish').click();
  await other.expectRun('completed');
  await app.expectRun('completed');
});
