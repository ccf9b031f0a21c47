import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFile } from '#files';
import { makeDocx } from '../files/makeDocx';
import { makeParquet } from '../files/makeParquet';
import { linesAt, makePdf } from '../files/makePdf';
import { makeXlsx } from '../files/makeXlsx';
import { bytesOf } from '../files/read';
import { fuzzTimeout, samples } from './samples';

const WHOLE: Readonly<Record<string, Uint8Array>> = {
  'a.csv': bytesOf('city,net\nBonn,1\n"Köln, old",2\n'),
  'a.json': bytesOf('[{"city": "Bonn", "net": 1}, {"city": "Köln", "net": 2}]'),
  'a.xlsx': makeXlsx([
    {
      name: 'S',
      rows: [
        ['city', 'net'],
        ['Bonn', { value: 0.5, format: '0%' }],
      ],
    },
  ]),
  'a.parquet': makeParquet([
    { name: 'city', data: ['Bonn', 'Köln'] },
    { name: 'net', data: [1, 2] },
  ]),
  'a.docx': makeDocx([{ text: 'Title', style: 'Title' }, { item: 'One' }, { table: [['a'], ['b']] }]),
  'a.pdf': makePdf([linesAt(50, 800, ['A line of text.'])]),
};

/** Bytes that are changed, and where the file ends. */
const DAMAGE = fc.record({
  changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
  cut: fc.option(fc.nat(), { freq: 2 }),
});

describe('I9 a damaged file of every kind is read or told, and never thrown', () => {
  it.each(Object.keys(WHOLE))('%s, 400 samples', { timeout: fuzzTimeout() }, async (name) => {
    const whole = WHOLE[name] ?? new Uint8Array();
    await fc.assert(
      fc.asyncProperty(DAMAGE, async ({ changes, cut }) => {
        const bytes = whole.slice();
        for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
        const kept = cut === null ? bytes : bytes.slice(0, cut % bytes.length);
        const result = await readFile(kept, { name });
        if (result.ok) return;
        expect(result.problem).toHaveLength(1);
        expect(result.problem[0]?.code).toMatch(/^FILE_/);
      }),
      samples(400),
    );
  });
});
