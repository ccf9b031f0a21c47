import { expect, test } from 'vitest';
import { ask } from './asking';

const ORDERS = {
  id: 'orders',
  kind: 'csv' as const,
  text: 'Region;Net;Discount;Paid\nSouth;1.117,31 €;5 %;22.12.2025\nNorth;3,00 €;26 %;14.1.2026\nSouth;n/a;10 %;15.1.2026\n',
};

test('W8 a sum of euros is told in euro, empty cells are left out, dates are dates', async () => {
  expect((await ask('total net', [ORDERS])).text).toContain('Total Net in EUR is **1,120.31**');
  expect((await ask('total net by region', [ORDERS])).text).toContain('South (€1,117.31)');
  expect((await ask('how many orders in 2026', [ORDERS])).text).toContain('**2**');
  expect((await ask('average discount', [ORDERS])).text).toContain('in % is **13.67**');
});

test('W8 cells that are not what a person said are missing from the figure, and the answer says so', async () => {
  const text = `${ORDERS.text}West;pending;1 %;1.2.2026\n`;
  const columns = [{ name: 'Net', type: 'number' as const, read: 'decimal-comma' as const, unit: 'EUR' }];
  const { text: said } = await ask('total net', [{ ...ORDERS, text, columns }]);
  expect(said).toContain('without 1 cell of Net that cannot be read');
  expect(said).toContain('**1,120.31**');
});
