import { makeDocx } from '../../test/files/makeDocx';
import { makeParquet } from '../../test/files/makeParquet';
import { linesAt, makePdf } from '../../test/files/makePdf';
import { makeXlsx, serial } from '../../test/files/makeXlsx';
import { expect, test } from '../fixtures/test';
import { expectRows, figure } from '../pages/answer';
import type { Planloom } from '../pages/planloom';
import { Sharing } from '../pages/sharing';

const ORDERS = Array.from({ length: 40 }, (_, index) => ({
  city: ['Bonn', 'Köln', 'Ulm'][index % 3] ?? '',
  day: `2026-0${1 + (index % 6)}-1${index % 10}`,
  net: 5 + ((index * 37) % 50) / 4,
}));

/** The same orders as every kind of table. */
const TABLES: Readonly<Record<string, () => Uint8Array>> = {
  'orders.tsv': () => bytesOf(lines('\t', ({ city, day, net }) => [city, day, String(net)])),
  'orders.json': () => bytesOf(JSON.stringify(ORDERS)),
  'orders.jsonl': () => bytesOf(ORDERS.map((order) => JSON.stringify(order)).join('\n')),
  'orders.csv': () =>
    latin1(lines(';', ({ city, day, net }) => [city, day, `${String(net).replace('.', ',')} €`])),
  'orders.parquet': () =>
    makeParquet([
      { name: 'city', data: ORDERS.map(({ city }) => city) },
      { name: 'day', data: ORDERS.map(({ day }) => new Date(day)) },
      { name: 'net', data: ORDERS.map(({ net }) => net), type: 'DOUBLE' },
    ]),
  'orders.xlsx': () =>
    makeXlsx([
      {
        name: 'Orders',
        rows: [
          ['Orders of the year'],
          [],
          ['city', 'day', 'net'],
          ...ORDERS.map(({ city, day, net }) => [
            city,
            { value: serial(day), format: 'dd.mm.yyyy' },
            { value: net, format: '#,##0.00 "€"' },
          ]),
        ],
      },
      { name: 'Drafts', rows: [['a'], [1]], state: 'hidden' },
    ]),
};

/** A report with an answer to one question, which stands on its second page where there are pages. */
const QUESTION = 'By how many degrees do lime trees cool a street?';
const SENTENCE = 'Lime trees cool a street by 4 degrees in the month of July.';
const REPORTS: Readonly<Record<string, () => Uint8Array>> = {
  'trees.docx': () =>
    makeDocx([
      { text: 'Street trees', style: 'Title' },
      { text: 'The council wrote this.' },
      { text: SENTENCE },
    ]),
  'trees.pdf': () =>
    makePdf([
      [{ text: 'Street trees', x: 50, y: 800, size: 20 }, ...linesAt(50, 770, ['The council wrote this.'])],
      linesAt(50, 800, [SENTENCE]),
    ]),
};

test.describe('E8, W8 any file is a beginning', () => {
  test('JSON of several lists of records: each is a table, what is beside them is said, and both are asked', async ({
    app,
  }) => {
    const cities = [
      { city: 'Bonn', country: 'DE' },
      { city: 'Ulm', country: 'DE' },
    ];
    const shop = { orders: ORDERS, data: { cities }, exportedAt: '2026-07-01' };
    await given(app, 'shop.json', bytesOf(JSON.stringify(shop)));
    await expect(app.page.getByRole('heading', { name: 'Ask about “orders” and “cities”' })).toBeVisible();
    await expect(app.page.getByRole('region', { name: 'How it was read' })).toContainText(
      'What stands beside them is in none: “exportedAt”.',
    );
    await app.page.getByRole('button', { name: 'cities', exact: true }).click();
    await expect(app.page.getByRole('region', { name: 'cities' })).toContainText('country');
    await app.question.fill('Total net by city, largest first');
    await app.page.keyboard.press('Enter');
    await app.expectRun('completed');
    await expectRows(app, totals(), (row) => [row.city, figure(withoutUnit(row['total net']))]);
  });

  test('JSON without records says that there is no table in it', async ({ app }) => {
    await new Sharing(app).give({
      name: 'status.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"status": "ok"}'),
    });
    await expect(app.dialog('Import')).toContainText('It holds no table either');
  });

  test('a table of every kind: a question of its own is clicked and rightly answered', async ({ app }) => {
    for (const [name, bytes] of Object.entries(TABLES)) {
      await test.step(name, async () => {
        await given(app, name, bytes());
        await offered(app).filter({ hasText: 'Total net by city, largest first' }).click();
        await app.expectRun('completed');
        await expectRows(app, totals(), (row) => [row.city, figure(withoutUnit(row['total net']))]);
      });
    }
  });

  test('a report of every kind: its text answers, and the citation names the place', async ({ app }) => {
    for (const [name, bytes] of Object.entries(REPORTS)) {
      await test.step(name, async () => {
        await given(app, name, bytes());
        await expect(offered(app).first()).toBeVisible();
        await app.question.fill(QUESTION);
        await app.page.keyboard.press('Enter');
        await app.expectRun('completed');
        await expect(app.answer).toContainText(SENTENCE);
        await expect(app.answer).toContainText(
          name === 'trees.pdf' ? '“Street trees”, page 2' : '“Street trees”',
        );
      });
    }
  });

  test('I9 what cannot be read is told in one sentence, and nothing is lost', async ({ app }) => {
    await new Sharing(app).give(fileOf('scan.pdf', makePdf([null])));
    await expect(
      app.page.getByText('“scan.pdf” holds no text: its pages are pictures, as scans are.'),
    ).toBeVisible();
  });
});

async function given(app: Planloom, name: string, bytes: Uint8Array): Promise<void> {
  await app.page.goto('/');
  await new Sharing(app).give(fileOf(name, bytes));
  await expect(app.page.getByRole('heading', { name: /^Ask about / })).toBeVisible();
}

function offered(app: Planloom) {
  return app.page.getByRole('group', { name: 'Suggested questions' }).getByRole('button');
}

function fileOf(name: string, bytes: Uint8Array) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

function withoutUnit(cell = ''): string {
  return cell.replace(/[^\d.,-]/g, '');
}

function totals(): [string, number][] {
  const sums = new Map<string, number>();
  for (const { city, net } of ORDERS) sums.set(city, (sums.get(city) ?? 0) + net);
  return [...sums].toSorted(([, left], [, right]) => right - left);
}

function lines(separator: string, cells: (order: (typeof ORDERS)[number]) => string[]): string {
  return [['city', 'day', 'net'], ...ORDERS.map(cells)].map((row) => row.join(separator)).join('\n');
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Windows-1252, as old spreadsheets save it: of what stands here only the euro is not Latin-1. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (one) => (one === '€' ? 0x80 : one.charCodeAt(0)));
}
