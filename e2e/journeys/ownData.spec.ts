import { expect, test } from '../fixtures/test';
import { fileOf } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { expectRows, figure, rowsOf } from '../pages/answer';
import { dropFile } from '../pages/dropFile';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const GUIDES = ['Mara', 'Tove', 'Ilse', 'Nils'];
const VISITS = Array.from({ length: 60 }, (_, index) => ({
  garden: ['Linden', 'Orchard', 'Harbour'][index % 3] ?? '',
  guide: GUIDES[index % 4] ?? '',
  day: `2026-0${1 + (index % 6)}-1${index % 10}`,
  visitors: 7 + ((index * 37) % 50),
}));
const FILE = fileOf('visits.csv', csvOf(VISITS));

test.describe('E8 a file is a beginning', () => {
  test('a dropped table is asked about: a suggested question is answered rightly, also after a reload', async ({
    app,
  }) => {
    await dropFile(app.page.locator('body'), [{ name: 'visits.csv', text: csvOf(VISITS) }], async () => {
      await expect(app.page.getByText('Drop to import')).toBeVisible();
    });
    await expect(app.page.getByText('Drop to import')).toBeHidden();
    await expect(app.page.getByRole('heading', { name: 'Ask about “visits”', level: 1 })).toBeVisible();
    await expect(app.page.getByRole('main')).toContainText(
      /60 rows, 4 columns, 1\.. kB, read in \d\.\d s\. It stays in this browser\./,
    );
    await expect(app.question).toBeFocused();
    await expect(offered(app)).toHaveText([
      'Total visitors by garden, largest first',
      'Total visitors by month',
      'Total visitors by guide',
    ]);
    await expectAccessible(app, 'the field that asks a file');
    await app.page.reload();
    await offered(app).first().click();
    await app.expectRun('completed');
    await expectRows(app, totals(), (row) => [row.garden, figure(row['total visitors'])]);

    await test.step('A5 it says where it comes from, which leads to the data, and why, which leads to the steps', async () => {
      await expectAccessible(app, 'an answer');
      const sources = app.answer.getByRole('region', { name: 'Sources' });
      await expect(sources.getByRole('button')).toHaveText(['visits, 60 rows', 'visitors', 'garden']);
      await sources.getByRole('button', { name: 'visitors' }).click();
      await expect(app.dialog('visits').getByRole('columnheader', { name: /^visitors/ })).toBeInViewport();
      await app.page.keyboard.press('Escape');
      await app.answer.getByRole('button', { name: 'Explain' }).click();
      const why = app.answer.getByRole('region', { name: 'Why this answer' });
      await expect(why.getByRole('listitem')).toHaveText([
        'Load visits60 rows',
        'Total visitors by garden3 rows from 60',
        'Sort by visitorsall 3 rows',
      ]);
      await expectAccessible(app, 'why an answer is what it is');
      await why.getByRole('button', { name: /^Sort by visitors/ }).click();
      await expect(app.panel('Inspector').getByRole('heading', { name: 'Sort by visitors' })).toBeVisible();
      await app.button('Read the answer').click();
    });

    await test.step('it leads to questions that carry on, beside it', async () => {
      const next = app.answer.getByRole('group', { name: 'Ask next' }).getByRole('button');
      await expect(next).toHaveText([
        'Total visitors by month',
        'Total visitors by guide',
        'How many rows by garden',
      ]);
      await next.nth(1).click();
      await expectGuides(app);
    });

    await test.step('asked again with another question, in the same plan', async () => {
      await app.answer.getByRole('textbox', { name: 'Question' }).fill('How many rows by guide');
      await app.answer.getByRole('button', { name: 'Ask again' }).click();
      await expect(app.answer).toContainText('Tove');
      await expect(app.answer.getByRole('textbox', { name: 'Question' })).toBeFocused();
      await expect(app.page.getByRole('combobox', { name: 'Plan' })).toHaveText(/How many rows by guide/);
      await expectGuides(app);
    });

    await test.step('the field of the start page asks it too, and says so', async () => {
      await app.button('Planloom, to the start').click();
      await expect(app.page.getByText('Asks “visits”, the newest data here.')).toBeVisible();
      await app.question.fill('What is the average visitors?');
      await app.button('Plan it').click();
      await app.expectRun('completed');
      await expect(app.answer).toContainText(average().toFixed(2));
    });
  });

  test('on a phone the questions have their room before they come: the data below does not move', async ({
    app,
  }) => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await dropFile(app.page.locator('body'), [{ name: 'visits.csv', text: csvOf(VISITS) }]);
    const data = app.page.getByRole('region', { name: 'Your data' });
    await expect(data).toBeVisible();
    const top = () => data.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY));
    const before = await top();
    await expect(offered(app)).toHaveCount(3);
    expect(await top()).toBe(before);
  });

  test('a question beyond the planner has ways on: edited in place, one that works, other data, a model', async ({
    app,
  }) => {
    await new Sharing(app).give(FILE);
    await expect(offered(app).first()).toBeVisible();
    await app.question.fill('Write a poem about gardens');
    await app.page.keyboard.press('Enter');
    await app.expectRun('failed');
    await expect(app.answer).toContainText('I cannot plan this');
    await expect(app.answer.getByRole('button', { name: 'Use my data' })).toBeVisible();
    await app.answer.getByRole('button', { name: 'Connect a model' }).click();
    await expect(app.dialog('New connection')).toBeVisible();
    await app.page.keyboard.press('Escape');
    await expect(app.node('Plan the answer')).toContainText('not answered yet');
    await expect(app.node('Plan the answer')).toHaveAttribute('data-status', 'waiting');
    await expect(app.node('Carry it out')).toContainText('no plan yet');
    await app.answer.getByRole('button', { name: 'Edit question' }).click();
    await expect(app.answer.getByRole('textbox', { name: 'Question' })).toBeFocused();
    await app.page.keyboard.type('Paint the gardens');
    await app.page.keyboard.press('Enter');
    await expect(app.answer).toContainText('Paint');
    await app.answer.getByRole('button', { name: 'Total visitors by garden, largest first' }).click();
    await app.expectRun('completed');
    await expectRows(
      app,
      totals().map(([garden]) => garden),
      ({ garden }) => garden,
    );
  });

  test('W8 a column that is text as it stands: one press reads it, asks again, and can be undone', async ({
    app,
  }) => {
    const homes = 'Home,City,Price\na,Rome,"$473,500.00"\nb,Oslo,sold\nc,Rome,"$250,000.00"\n';
    await new Sharing(app).give(fileOf('homes.csv', homes));
    await expect(app.panel('Your data')).toBeVisible();
    await app.question.fill('Average price');
    await app.page.keyboard.press('Enter');
    await app.expectRun('failed');
    await expect(app.answer).toContainText('the first is “sold” in row 2');
    await expectAccessible(app, 'a refusal that one press mends');
    const cells = app.answer.getByRole('table', { name: 'Cells of “Price”' }).getByRole('row');
    await expect(cells).toContainText(['WrittenReadRow', '$473,500.00$473,500row 1', 'soldemptyrow 2']);
    await app.answer.getByRole('button', { name: /^Read “Price” as number/ }).click();
    await app.expectRun('completed');
    await expect(app.answer).toContainText('361,750');
    await expect(app.answer).toContainText('without 1 cell of Price that cannot be read');
    // Of the bar, not of the message, which goes by itself.
    await app.page.getByRole('banner').getByRole('button', { name: 'Undo', exact: true }).click();
    await app.answer.getByRole('button', { name: 'Ask again' }).click();
    await app.expectRun('failed');
  });

  test('two files are asked about together; the plan can be drawn instead, and the field stays near', async ({
    app,
  }) => {
    const notes = fileOf('Notes.md', '# Opening hours\n\nThe harbour garden opens at nine.\n');
    const choosing = app.page.waitForEvent('filechooser');
    await app.button('Ask about your file').click();
    await (await choosing).setFiles([FILE, notes]);
    await expect(app.page.getByRole('heading', { name: 'Ask about “visits” and “Notes”' })).toBeVisible();
    await app.button('Notes').click();
    await expect(app.panel('Your data')).toContainText('The harbour garden opens at nine.');
    await app.button('Draw the plan myself').click();
    await expect(app.canvas).toBeVisible();
    await app.openTab('Ask');
    await expect(app.question).toBeFocused();
  });

  test('in a hand: asked, answered, and asked again from the first tab', async ({ visit }) => {
    const { app } = await visit('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await new Sharing(app).give({ ...FILE, name: `all the ${FILE.name}` });
    await expect(offered(app).first()).toBeVisible();
    const { scrollWidth, clientWidth } = await app.page.evaluate(() => document.documentElement);
    expect(scrollWidth, 'nothing is wider than the screen').toBe(clientWidth);
    await expectAccessible(app, 'the field that asks a file, in a hand');
    await offered(app).first().click();
    await expect(app.answer).toContainText(totals()[0]?.[0] ?? '');
    await app.openTab('Ask');
    await app.question.fill('Write a poem');
    await app.button('Ask').click();
    await expect(app.answer.getByRole('button', { name: 'Edit question' })).toBeVisible();
  });
});

/** Polled: until the next run has ended, the answer of the one before it may still be there. */
async function expectGuides(app: Planloom): Promise<void> {
  await expect
    .poll(async () => (await rowsOf(app)).map(({ guide }) => guide).toSorted())
    .toEqual(GUIDES.toSorted());
  await app.expectRun('completed');
}

function offered(app: Planloom) {
  return app.page.getByRole('group', { name: 'Suggested questions' }).getByRole('button');
}

function totals(): [string, number][] {
  const sums = new Map<string, number>();
  for (const { garden, visitors } of VISITS) sums.set(garden, (sums.get(garden) ?? 0) + visitors);
  return [...sums].toSorted(([, left], [, right]) => right - left);
}

function average(): number {
  return VISITS.reduce((sum, { visitors }) => sum + visitors, 0) / VISITS.length;
}

function csvOf(rows: readonly object[]): string {
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.join(','))
    .join('\n');
}
