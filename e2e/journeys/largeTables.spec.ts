import { expect, test } from '../fixtures/test';
import { ASK_BY_SQL, SQL_DOCUMENTS } from '../material/askBySql';
import { linkTo, workspaceJson } from '../material/workspaces';
import { expectRows } from '../pages/answer';
import { dropFile } from '../pages/dropFile';
import { Sharing } from '../pages/sharing';

const ROWS = 200_000;
const REGIONS = ['North', 'South', 'East', 'West', 'Centre'];

/** Cents, so that the test's own sums are exact. */
const orders = Array.from({ length: ROWS }, (_, index) => ({
  id: index + 1,
  region: REGIONS[(index * 7) % 5] ?? '',
  day: `2026-0${1 + (index % 9)}-1${index % 10}`,
  cents: (index * 7_919) % 100_003,
}));
const csv = [
  'id,region,day,amount',
  ...orders.map((one) => `${one.id},${one.region},${one.day},${(one.cents / 100).toFixed(2)}`),
].join('\n');

function totals(): string[] {
  const sums = new Map<string, number>();
  for (const { region, cents } of orders) sums.set(region, (sums.get(region) ?? 0) + cents);
  return [...sums]
    .toSorted(([, left], [, right]) => right - left)
    .map(([region, cents]) => `${region} ${(cents / 100).toFixed(2)}`);
}

test('V6 a file of 200,000 rows is asked, by words and by SQL, and answered rightly', async ({
  app,
  page,
}) => {
  test.setTimeout(240_000);
  await dropFile(page.locator('body'), [{ name: 'orders.csv', text: csv }]);
  await expect(app.question).toBeFocused({ timeout: 90_000 });
  await app.question.fill('Total amount by region, largest first');
  await page.keyboard.press('Enter');
  // How long it takes is the bench's.
  await expect(page.getByRole('status', { name: 'Run completed' })).toBeVisible({ timeout: 100_000 });
  await expectRows(
    app,
    totals(),
    (row) => `${row.region} ${String(row['total amount']).replaceAll(',', '')}`,
  );

  await test.step('V6 table.sql asks the engine in its worker', async () => {
    await app.open(linkTo(workspaceJson(ASK_BY_SQL, { documents: SQL_DOCUMENTS })));
    await app.button('Trust').click();
    await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await app.run();
    // The engine starts now: 34 MB are compiled first.
    await expect(app.answer).toContainText('North (0.80)', { timeout: 100_000 });
  });
});
