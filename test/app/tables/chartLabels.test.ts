import { expect, test } from 'vitest';
import { cutTo, textWidth } from '../../../src/app/tables/ChartView';

test('A5 a label that has the room that it takes is not cut', () => {
  const labels = Array.from({ length: 40 }, (_, length) => 'x'.repeat(length + 1));
  expect(labels.map((label) => cutTo(label, textWidth(label) + 12 - 12))).toEqual(labels);
  expect(cutTo('Transport', textWidth('Transpor'))).toBe('Transpo…');
});
