import { expect, test } from '../fixtures/test';
import { expectFigure, expectRows, figure, rowsOf } from '../pages/answer';
import type { Planloom } from '../pages/planloom';
import { measurements, type Reading, STATIONS } from './randomTable';

const SEED = 20_260;

test.describe(`A5 a table of random numbers (seed ${SEED}), put in through the interface, is asked`, () => {
  const readings = measurements(SEED);

  test.beforeEach(async ({ app }) => {
    await app.openTemplate('Ask a table');
    await app.addDocument('Readings', 'csv', csvOf(readings));
  });

  test('filter', async ({ app }) => {
    await ask(app, 'Show the readings at Quay with kind ozone');
    const kept = readings.filter(({ station, kind }) => station === 'Quay' && kind === 'ozone');
    await expectRows(app, kept, (row) => ({ ...row, amount: figure(row.amount) }));
    const [first] = await rowsOf(app);
    expect(Object.keys(first ?? {}), 'columns in the order of the table').toEqual(Object.keys(kept[0] ?? {}));
  });

  test('group', async ({ app }) => {
    await ask(app, 'What is the total amount by station?');
    await expect
      .poll(async () => (await rowsOf(app)).map(({ station }) => station).toSorted())
      .toEqual(STATIONS.toSorted());
    for (const { station, 'total amount': amount } of await rowsOf(app)) {
      expect(figure(amount)).toBeCloseTo(total(readings.filter((one) => one.station === station)), 2);
    }
  });

  test('top n', async ({ app }) => {
    await ask(app, 'Which 3 stations have the highest total amount in 2026?');
    const year = readings.filter(({ day }) => day.startsWith('2026'));
    const ranked = STATIONS.map((station) => ({
      station,
      amount: total(year.filter((one) => one.station === station)),
    })).toSorted((left, right) => right.amount - left.amount);
    await expectRows(
      app,
      ranked.slice(0, 3).map(({ station }) => station),
      ({ station }) => station,
    );
  });

  test('average', async ({ app }) => {
    await ask(app, 'On average, what was the amount where kind is dust?');
    const kept = readings.filter(({ kind }) => kind === 'dust');
    await expectFigure(app, total(kept) / kept.length);
  });

  test('count', async ({ app }) => {
    await ask(app, 'How many readings have an amount above 500?');
    await expectFigure(app, readings.filter(({ amount }) => amount > 500).length);
  });

  test('a question beyond its reach gets a plain no, and what it can', async ({ app }) => {
    await app.setDefault('question', 'Will it rain at Quay tomorrow?');
    await app.run();
    await app.expectRun('failed');
    await expect(app.panel('Inspector')).toContainText('I cannot plan this');
    await expect(app.panel('Inspector')).toContainText(/average|compute a figure/);
  });
});

async function ask(app: Planloom, question: string): Promise<void> {
  await app.setDefault('question', question);
  await app.run();
  await app.expectRun('completed');
}

function csvOf(readings: readonly Reading[]): string {
  const [first] = readings;
  return [Object.keys(first ?? {}), ...readings.map((reading) => Object.values(reading))]
    .map((cells) => cells.join(','))
    .join('\n');
}

function total(readings: readonly Reading[]): number {
  return readings.reduce((sum, { amount }) => sum + amount, 0);
}
