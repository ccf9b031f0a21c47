import { readFile } from 'node:fs/promises';
import type { Download, Locator } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const STAFF = ['Mara', 'Tove', '=Ilse', 'Nils'];
const LOANS = Array.from({ length: 90 }, (_, index) => ({
  loan: `L-${100 + index}`,
  clerk: STAFF[index % 4] ?? '',
  due: `0${1 + (index % 9)}/${10 + (index % 3)}/2026`,
  fee: index === 7 ? null : ((index * 37) % 50) * 30.5,
}));
const FILE = fileOf('loans.csv', csvOf());

test('W8 a table is read, sorted, filtered, searched, counted, walked by keys, and saved', async ({
  app,
}) => {
  await new Sharing(app).give(FILE);
  const grid = app.page.getByRole('grid', { name: 'loans' });
  const data = app.panel('Your data');
  await expect(data).toContainText('90 rows, 4 columns');

  await test.step('a date that can be two days is asked about, and one undo takes the answer back', async () => {
    const strip = data.getByRole('region', { name: 'How “Due” is read' });
    await expect(strip).toContainText('In “Due”, is 01/10/2026 the 1st of October or the 10th of January?');
    await strip.getByRole('button', { name: '10 Jan 2026' }).click();
    await expect(cell(grid, 0, 2)).toHaveText('10 Jan 2026');
    await expect(cell(grid, 0, 2)).toHaveAttribute('aria-description', 'Written: 01/10/2026');
    await app.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect(cell(grid, 0, 2)).toHaveText('01/10/2026');
    await strip.getByRole('button', { name: '1 Oct 2026' }).click();
    await expect(strip).toBeHidden();
  });

  await test.step('sorted by its head, said to screen readers; empty cells come last', async () => {
    const head = grid.getByRole('columnheader', { name: /^Fee/ });
    await head.getByRole('button', { name: 'Fee', exact: true }).click();
    await head.getByRole('button', { name: 'Fee', exact: true }).click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(data).toContainText('Sorted by Fee, descending');
    await expect(cell(grid, 0, 3)).toHaveText(euro(Math.max(...fees())));
  });

  await test.step('its figures are those of the cells', async () => {
    await grid.getByRole('button', { name: 'Column type of Fee' }).click();
    const figures = app.page.getByRole('region', { name: 'Figures of Fee' });
    const sum = fees().reduce((total, fee) => total + fee, 0);
    await expect(figures).toContainText(`Empty1`);
    await expect(figures).toContainText(`Sum${euro(sum)}`);
    await expectAccessible(app, 'what is known of a column');
    await app.page.keyboard.press('Escape');
  });

  await test.step('arrows walk through its cells, one stop of Tab leads in', async () => {
    await cell(grid, 0, 0).focus();
    await app.page.keyboard.press('Control+End');
    await expect(cell(grid, 89, 3)).toBeFocused();
    await app.page.keyboard.press('Control+Home');
    await app.page.keyboard.press('ArrowUp');
    await expect(grid.getByRole('button', { name: 'Column type of Loan' })).toBeFocused();
    await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
    // Two keys within one frame: the second goes on from the row that the first one has not drawn yet.
    await cell(grid, 0, 0).focus();
    await grid.evaluate((box) => {
      const press = (key: string, ctrlKey = false) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }));
      if (box.contains(document.activeElement)) press('End', true);
      press('ArrowUp');
    });
    await expect(cell(grid, 88, 3)).toBeFocused();
    await app.page.keyboard.press('Control+Home');
    await expect(cell(grid, 0, 0)).toBeFocused();
    const drawn = await grid.getByRole('row').count();
    expect(drawn, 'rows that are seen, not all of them').toBeLessThan(70);
  });

  await test.step('filtered by a column and by a commonest value, searched over all', async () => {
    await app.button('Filter').click();
    await data.getByLabel('Filter of Fee').fill('>1000');
    const dear = LOANS.filter(({ fee }) => fee !== null && fee > 1_000);
    await expect(data).toContainText(`${dear.length} of 90 rows`);
    await grid.getByRole('button', { name: 'Column type of Clerk' }).click();
    await app.page.getByRole('button', { name: 'Only Tove' }).click();
    const tove = dear.filter(({ clerk }) => clerk === 'Tove');
    await expect(data).toContainText(`${tove.length} of 90 rows`);
    await data.getByLabel('Search all rows').fill(tove[0]?.loan ?? '');
    await expect(data).toContainText('1 of 90 rows');
    await app.button('Filter').click();
    await expect(data).toContainText('90 rows, 4 columns');
  });

  await test.step('case A13 saved as CSV, JSON and XLSX: the values, and no formula', async () => {
    const csv = await textOf(saved(app, () => app.button('Save as CSV').click()));
    expect(csv.split('\r\n')).toHaveLength(91);
    expect(csv).toContain("'=Ilse");
    const rows: unknown = JSON.parse(await textOf(saved(app, () => saveAs(app, 'JSON'))));
    expect(rows).toHaveLength(90);
    const file = await saved(app, () => saveAs(app, 'Excel (XLSX)'));
    const [sheet] = await readSheet(await readFile(await file.path()));
    const day = sheet?.data.find(([loan]) => loan === 'L-100')?.[2];
    expect(sheet?.data).toHaveLength(91);
    expect(sheet?.data.flat()).toContain('=Ilse');
    expect(day).toEqual(new Date('2026-10-01T00:00:00Z'));
  });
});

test('E8 an answer has a chart of its groups and periods, its rows, and both as files', async ({ app }) => {
  await new Sharing(app).give(FILE);
  await expect(app.panel('Your data')).toBeVisible();
  await app.question.fill('Total fee by clerk, largest first');
  await app.page.keyboard.press('Enter');
  await app.expectRun('completed');
  const totals = STAFF.map((clerk) => [clerk, feesOf(clerk)] as const).toSorted(
    ([, left], [, right]) => right - left,
  );
  const chart = app.answer.getByRole('img', { name: 'Bar chart of total Fee by Clerk' });
  await expect(chart).toBeVisible();
  await expect(chart.locator('text').filter({ hasText: totals[0]?.[0] ?? '' })).toBeVisible();

  await test.step('keys walk through its points, each said with its value', async () => {
    const points = app.answer.getByRole('slider', { name: /^Points of the bar chart/ });
    await points.focus();
    await app.page.keyboard.press('ArrowRight');
    await expect(points).toHaveAttribute('aria-valuetext', `${totals[1]?.[0]}: ${euro(totals[1]?.[1] ?? 0)}`);
  });

  await test.step('alone it has a table for screen readers; the rows alone have no chart', async () => {
    await app.answer.getByRole('button', { name: 'Chart', exact: true }).click();
    await expect(app.answer.getByRole('grid')).toBeHidden();
    await expect(app.answer.getByRole('table', { name: /^Bar chart/ }).getByRole('row')).toHaveCount(5);
    await app.answer.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(chart).toBeHidden();
    await app.answer.getByRole('button', { name: 'Both', exact: true }).click();
    await expectAccessible(app, 'an answer with its chart');
  });

  await test.step('it is saved as it looks', async () => {
    await app.answer.getByRole('button', { name: 'Save chart' }).click();
    const svg = await textOf(saved(app, () => app.button('SVG').click()));
    expect(svg).toMatch(/<rect[^>]* fill="rgb\((?:68, 83, 214|140, 152, 255)\)"/);
    await app.answer.getByRole('button', { name: 'Save chart' }).click();
    const png = await saved(app, () => app.button('PNG').click());
    expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG');
  });
});

test('W8 in a hand what is pressed in a table is as high as a finger is wide', async ({ visit }) => {
  const { app } = await visit('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await new Sharing(app).give(FILE);
  await app.button('Show rows').click();
  const grid = app.page.getByRole('grid', { name: 'loans' });
  for (const button of await grid.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await grid.getByRole('button', { name: 'Column type of Due' }).click();
  await app.page
    .getByRole('group', { name: 'Read “Due” as' })
    .getByRole('button', { name: /day first/ })
    .click();
  await expect(cell(grid, 0, 2)).toHaveText('1 Oct 2026');
});

function cell(grid: Locator, row: number, column: number): Locator {
  return grid.locator(`[data-at="${row}:${column}"]`);
}

async function saved(app: Planloom, press: () => Promise<void>): Promise<Download> {
  const arriving = app.page.waitForEvent('download');
  await press();
  return arriving;
}

async function saveAs(app: Planloom, format: string): Promise<void> {
  await app.button('Other formats').click();
  await app.button(format).click();
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFile(await (await download).path(), 'utf8');
}

function fees(): readonly number[] {
  return LOANS.flatMap(({ fee }) => fee ?? []);
}

function feesOf(clerk: string): number {
  return LOANS.reduce((sum, loan) => sum + (loan.clerk === clerk ? (loan.fee ?? 0) : 0), 0);
}

function euro(amount: number): string {
  return `€${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** As a German programme writes it. */
function csvOf(): string {
  const lines = LOANS.map(({ loan, clerk, due, fee }) => {
    const written = fee === null ? 'n/a' : `€ ${fee.toLocaleString('de', { minimumFractionDigits: 2 })}`;
    return [loan, clerk, due, written].join(';');
  });
  return ['Loan;Clerk;Due;Fee', ...lines].join('\n');
}
