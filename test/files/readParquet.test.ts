import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base';
import { readFile } from '../../src/files';
import { makeParquet } from './makeParquet';
import { bytesOf, problemOf, tableIn } from './read';

const day = (iso: string) => new Date(`${iso}Z`);

describe('a Parquet file is read', () => {
  it('with the names of its columns, and values as they are typed', async () => {
    const bytes = makeParquet([
      { name: 'id', data: [1n, 2n, 9007199254740993n], type: 'INT64' },
      { name: 'name', data: ['Zoë', '', null], type: 'STRING' },
      { name: 'net', data: [1.5, -0.25, Number.NaN], type: 'DOUBLE' },
      { name: 'paid', data: [true, null, false], type: 'BOOLEAN' },
      {
        name: 'at',
        data: [day('2026-03-01T10:30:00'), day('2026-03-01T10:30:00.250'), null],
        type: 'TIMESTAMP',
      },
      { name: 'tags', data: [['a', 'b'], { x: 1 }, null], type: 'JSON' },
    ]);
    expect(await tableIn(bytes, 'orders.parquet')).toEqual({
      kind: 'table',
      type: 'parquet',
      sheets: [
        {
          name: 'orders',
          columns: ['id', 'name', 'net', 'paid', 'at', 'tags'],
          rows: [
            ['1', 'Zoë', 1.5, true, '2026-03-01T10:30:00', '["a","b"]'],
            ['2', '', -0.25, null, '2026-03-01T10:30:00.250', '{"x":1}'],
            ['9007199254740993', null, null, false, null, null],
          ],
        },
      ],
      notes: [],
    });
  });

  it('days, decimals and times of day by their schema', async () => {
    const bytes = makeParquet(
      [
        { name: 'day', data: [20_513, null] },
        { name: 'net', data: [8.37, 1.5] },
        { name: 'at', data: [27_000_000, 0] },
      ],
      {
        schema: [
          { name: 'root', num_children: 3 },
          { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
          {
            name: 'net',
            type: 'INT32',
            converted_type: 'DECIMAL',
            scale: 2,
            precision: 9,
            repetition_type: 'REQUIRED',
          },
          { name: 'at', type: 'INT32', converted_type: 'TIME_MILLIS', repetition_type: 'REQUIRED' },
        ],
      },
    );
    expect((await tableIn(bytes, 'a.parquet')).sheets[0]?.rows).toEqual([
      ['2026-03-01', 8.37, '07:30:00'],
      [null, 1.5, '00:00:00'],
    ]);
  });

  it('group by group, with progress that never goes back, and ends when it is cancelled', async () => {
    const bytes = makeParquet([{ name: 'n', data: Array.from({ length: 1_000 }, (_, index) => index) }], {
      rowGroupSize: 100,
    });
    const shares: number[] = [];
    const cancel = new AbortController();
    const result = await readFile(bytes, { name: 'a.parquet' }, { progress: (share) => shares.push(share) });
    expect(result.ok && result.value.kind === 'table' && result.value.sheets[0]?.rows.length).toBe(1_000);
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    const progress = () => cancel.abort(new Error('Cancelled.'));
    await expect(readFile(bytes, { name: 'a.parquet' }, { signal: cancel.signal, progress })).rejects.toThrow(
      'Cancelled.',
    );
  });
});

describe('a Parquet file that cannot be read is told (case A4, I9)', () => {
  const columns = [{ name: 'n', data: ['a', 'b'] }];
  const whole = makeParquet(columns);

  it.each<[what: string, bytes: () => Uint8Array, code: string]>([
    ['cut off', () => whole.slice(0, whole.length - 10), 'FILE_DAMAGED'],
    [
      'with a broken footer',
      () => whole.map((byte, index) => (index > whole.length - 60 && index < whole.length - 8 ? 0xff : byte)),
      'FILE_DAMAGED',
    ],
    [
      'with a broken page',
      () => whole.map((byte, index) => (index > 4 && index < 30 ? 0xff : byte)),
      'FILE_DAMAGED',
    ],
    ['without a row', () => makeParquet([{ name: 'n', data: [], type: 'STRING' }]), 'FILE_EMPTY'],
    [
      'with an encrypted footer',
      () => Uint8Array.from([...bytesOf('PARE'), ...new Uint8Array(20), ...bytesOf('PARE')]),
      'FILE_ENCRYPTED',
    ],
  ])('%s', async (_, bytes, code) => {
    expect((await problemOf(bytes(), 'a.parquet')).code).toBe(code);
  });

  it.each<
    [
      what: string,
      limit: 'fileCells' | 'fileUnpackedBytes' | 'fileColumns' | 'fileCellCharacters',
      bytes: () => Uint8Array,
    ]
  >([
    ['cells', 'fileCells', () => makeParquet([{ name: 'n', data: Array.from({ length: 200 }, () => 1) }])],
    [
      'columns',
      'fileColumns',
      () => makeParquet(Array.from({ length: 101 }, (_, index) => ({ name: `c${index}`, data: [1] }))),
    ],
    [
      'unpacked bytes',
      'fileUnpackedBytes',
      () => makeParquet([{ name: 'n', data: ['x'.repeat(50), 'y'.repeat(90)] }]),
    ],
    [
      'text that a dictionary repeats',
      'fileUnpackedBytes',
      () => makeParquet([{ name: 'n', data: Array.from({ length: 90 }, () => 'xxx') }]),
    ],
    ['a cell', 'fileCellCharacters', () => makeParquet([{ name: 'n', data: ['x'.repeat(101)] }])],
  ])('with too many or too large: %s', async (_, limit, bytes) => {
    const most = LIMITS[limit];
    try {
      Reflect.set(LIMITS, limit, 100);
      expect((await problemOf(bytes(), 'a.parquet')).code).toBe('FILE_TOO_LARGE');
    } finally {
      Reflect.set(LIMITS, limit, most);
    }
  });
});
