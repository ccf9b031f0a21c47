import { expect, test } from 'vitest';
import { sizeText } from '#base';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [3_440, '3.4 kB'],
  [38_000, '38 kB'],
  [99_960, '100 kB'],
  [127_049, '127 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_149_999, '1.1 MB'],
  [50_000_000, '50 MB'],
  [2_340_000_000, '2.3 GB'],
  [5_000_000_000_000_000, '5000 TB'],
])('%d bytes read %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});
