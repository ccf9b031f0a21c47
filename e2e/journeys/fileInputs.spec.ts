import { expect, test } from '../fixtures/test';
import { fileOf, linkTo, workspaceJson } from '../material/workspaces';
import { expectAccessible } from '../pages/accessible';
import { expectRows } from '../pages/answer';
import { dropFile } from '../pages/dropFile';
import { Sharing } from '../pages/sharing';

const ADD = `
  in orders   in notes   out answer
  add: CAPABILITY table.group {input: {rows: "{{ orders }}", by: [region], aggregates: [{function: sum, column: amount, as: total}]}, output: {answer: "result.rows"}}
  say: CAPABILITY table.answer {input: {question: "Total by region", rows: "{{ answer }}"}, output: {answer: "result.text"}}
  add -> say
`;
/** The plan in the short notation has no schemas: they are put to its variables. */
const SCHEMAS = new Map<string, object>([
  ['orders', { schema: { type: 'array', title: 'Orders', items: { type: 'object', required: ['amount'] } } }],
  ['notes', { schema: { type: 'string', title: 'Notes' }, default: '' }],
]);
const WORKSPACE = JSON.parse(JSON.stringify(workspaceJson(ADD)), (key, value) =>
  key === 'variables'
    ? value.map((one: { readonly id: string }) => ({ ...one, ...SCHEMAS.get(one.id) }))
    : value,
);
/** Above 1 MB: its rows go by reference. */
const LINES = Array.from(
  { length: 40_000 },
  (_, at) => [['North', 'South', 'West'][at % 3], at % 7] as const,
);
const LARGE = ['region;amount;note', ...LINES.map((line, at) => `${line.join(';')};order number ${at}`)].join(
  '\n',
);
const SUMS = ['North', 'South', 'West'].map((region) => ({
  region,
  total: LINES.reduce((sum, [one, amount]) => sum + (one === region ? amount : 0), 0).toLocaleString('en'),
}));

test('W8, V1 a file is the input of a run: chosen, dropped, refused with its reason, given again, in a hand', async ({
  app,
  page,
  visit,
}) => {
  test.setTimeout(240_000);
  await app.open(linkTo(WORKSPACE));
  await app.button('Trust').click();
  await new Sharing(app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
  await app.run();
  const inputs = app.dialog('Run “main”');
  await inputs.getByLabel('“Orders” as a file').setInputFiles(fileOf('prose.md', '# Only prose\n'));
  await expect(inputs.getByRole('alert')).toContainText('“prose.md” does not fit the input “orders”');
  await inputs.getByLabel('“Orders” as a file').setInputFiles(fileOf('other.csv', 'region,sum\nNorth,1\n'));
  await expect(inputs.getByRole('alert')).toContainText('1 of 1 rows does not fit: row 1');
  await dropFile(inputs.getByRole('region', { name: 'Orders' }), [{ name: 'orders.csv', text: LARGE }]);
  await expect(inputs.getByRole('region', { name: 'Orders' })).toContainText(/orders\.csv .*40,000 rows/, {
    timeout: 60_000,
  });
  await inputs.getByLabel('“Notes” as a file').setInputFiles(fileOf('notes.txt', 'Read me.'));
  await expect(inputs.getByRole('region', { name: 'Notes' })).toContainText('notes.txt 8 bytes');
  await expectAccessible(app, 'a run with files as its inputs');
  await inputs.getByRole('button', { name: 'Remove file for “Notes”' }).click();
  await expect(inputs.getByRole('button', { name: 'From a file for “Notes”' })).toBeFocused();
  await inputs.getByRole('button', { name: 'Run', exact: true }).click();
  await app.expectRun('completed');
  await expectRows(app, SUMS);

  await test.step('a run that follows is given the same file, also after a reload', async () => {
    await page.reload();
    await app.run();
    await expect(inputs.getByRole('region', { name: 'Orders' })).toContainText(/orders\.csv .*40,000 rows/);
    await inputs.getByRole('button', { name: 'Run', exact: true }).click();
    await app.expectRun('completed');
    await expectRows(app, SUMS);
  });

  await test.step('in a hand', async () => {
    const hand = await visit(linkTo(WORKSPACE), { viewport: { width: 390, height: 844 } });
    await hand.app.button('Trust').click();
    await new Sharing(hand.app).trust.getByRole('button', { name: 'Trust', exact: true }).click();
    await hand.app.run();
    const form = hand.app.dialog('Run “main”');
    await form
      .getByLabel('“Orders” as a file')
      .setInputFiles(fileOf('few.csv', 'region,amount\nNorth,2\nNorth,3\n'));
    await expect(form.getByRole('region', { name: 'Orders' })).toContainText('2 rows');
    await expectAccessible(hand.app, 'a run with files as its inputs, in a hand');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await hand.app.expectRun('completed');
  });
});
