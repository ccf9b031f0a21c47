import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base';
import { bytesOf, problemOf, textIn } from './read';

const utf16 = (text: string, order: 'le' | 'be', mark: boolean): Uint8Array => {
  const units = [...(mark ? '\ufeff' : ''), ...text].map((one) => one.charCodeAt(0));
  return Uint8Array.from(
    units.flatMap((unit) => (order === 'le' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
};
const latin1 = (text: string): Uint8Array => Uint8Array.from([...text].map((one) => one.charCodeAt(0)));

/** As many lists of records, each under a key of its own. */
const keyed = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`user${at}`, [{ day: at }]]));

const CSV = 'name,city\nZoë,Köln\nJosé,Málaga\n';

describe('a file of text is read', () => {
  it.each([
    ['CSV', 'a.csv', CSV, 'csv', []],
    ['TSV', 'a.tsv', 'name\tcity\nA\tB\n', 'tsv', []],
    ['JSON', 'a.json', '[{"a": 1}]', 'json', []],
    ['Markdown', 'a.md', '# Title\n\nText.', 'markdown', []],
    ['text', 'a.txt', 'Some words, in a line.', 'text', []],
    ['text without an ending', 'README', 'Some words, in a line.', 'text', []],
    ['CSV without an ending', 'table', 'a,b,c\n1,2,3\n', 'csv', []],
    ['tabs called text', 'export.txt', 'a\tb\n1\t2\n', 'tsv', ['FILE_MISLABELLED']],
    ['tabs called a workbook', 'export.xls.xlsx', 'a\tb\n1\t2\n', 'tsv', ['FILE_MISLABELLED']],
    ['JSON called CSV', 'data.csv', '[{"a": 1}]', 'json', ['FILE_MISLABELLED']],
    [
      'HTML called JSON (case A13)',
      'data.json',
      '<!doctype html><p>Not found</p>',
      'text',
      ['FILE_MISLABELLED'],
    ],
    ['text called PDF', 'letter.pdf', 'Dear Sir, I write.', 'text', ['FILE_MISLABELLED']],
  ])('%s', async (_, name, written, type, notes) => {
    const content = await textIn(bytesOf(written), name);
    expect(content).toMatchObject({ type, text: written });
    expect(content.notes.map(({ code }) => code)).toEqual(notes);
  });

  it('JSON lines become an array', async () => {
    const content = await textIn(bytesOf('{"a": 1}\n{"a": 2}\n'), 'a.jsonl');
    expect(JSON.parse(content.text)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('JSON lines by any name, and one line of them is a list of one', async () => {
    const lines = await textIn(bytesOf('{"a": 1, "b": 2}\n{"a": 2, "b": 3}\n'), 'a.csv');
    expect([lines.type, JSON.parse(lines.text)]).toEqual([
      'json',
      [
        { a: 1, b: 2 },
        { a: 2, b: 3 },
      ],
    ]);
    expect(JSON.parse((await textIn(bytesOf('{"a": 1}\n'), 'a.ndjson')).text)).toEqual([{ a: 1 }]);
  });

  it('W8 JSON of several lists of records has each of them alone, and says what stands beside them', async () => {
    const orders = [
      { id: 1, lines: [{ thing: 'nut' }] },
      { id: 2, lines: [] },
    ];
    const customers = [{ name: 'Ann' }];
    const written = JSON.stringify({
      orders,
      data: { customers, total: 1 },
      exportedAt: '2026-01-02',
      tags: [],
    });
    const content = await textIn(bytesOf(written), 'shop.json');
    expect(content.text).toBe(written);
    expect(content.lists?.map(({ path, text = '' }) => [path, JSON.parse(text)])).toEqual([
      ['orders', orders],
      ['data.customers', customers],
    ]);
    expect(content.notes.map(({ message }) => message)).toEqual([
      '“shop.json” holds 2 lists of records, and each is a table: “orders”, “data.customers”. What stands beside them is in none: “data.total”, “exportedAt”, “tags”.',
    ]);
  });

  it.each([
    [
      'one list of records in objects',
      '{"data": {"items": [{"a": 1}]}, "b": 2}',
      [{ path: 'data.items' }],
      [],
    ],
    ['an object without records', '{"status": "ok", "sizes": [1, 2]}', undefined, ['JSON_NO_RECORDS']],
    ['a list that is not of records', '[1, {"a": 1}]', undefined, ['JSON_NO_RECORDS']],
    ['records under a key each', JSON.stringify(keyed(LIMITS.fileLists + 1)), undefined, ['JSON_LISTS_MANY']],
  ])('W8 JSON: %s', async (_, written, lists, codes) => {
    const content = await textIn(bytesOf(written), 'a.json');
    expect(content.lists).toEqual(lists);
    expect(content.notes.map(({ code }) => code)).toEqual(codes);
    expect(content.text).toBe(written);
  });

  it('a text that speaks of PDF is a text', async () => {
    const written = 'A file of it begins with %PDF-1.7 and then has objects.\n';
    expect(await textIn(bytesOf(written), 'notes.txt')).toMatchObject({ type: 'text', text: written });
  });

  it('what JSON.parse would swallow is told (case A13)', async () => {
    const content = await textIn(bytesOf('[{"id": 12345678901234567890, "a": 1, "a": 2}]'), 'a.json');
    expect(content.notes.map(({ code, where }) => [code, where.field])).toEqual([
      ['JSON_LOSS', '/0/id'],
      ['JSON_LOSS', '/0/a'],
    ]);
  });
});

describe('an encoding is told by the bytes', () => {
  it.each([
    ['UTF-8', bytesOf(CSV), []],
    ['UTF-8 with a mark', bytesOf(`\ufeff${CSV}`), []],
    ['UTF-16, little end first', utf16(CSV, 'le', true), ['UTF-16']],
    ['UTF-16, big end first', utf16(CSV, 'be', true), ['UTF-16']],
    ['UTF-16 without a mark', utf16(CSV, 'le', false), ['UTF-16']],
    ['UTF-16 without a mark, big end first', utf16(CSV, 'be', false), ['UTF-16']],
    ['Latin-1', latin1(CSV), ['Windows-1252']],
  ])('%s', async (_, bytes, told) => {
    const content = await textIn(bytes, 'people.csv');
    expect(content.text).toBe(CSV);
    expect(content.notes.map(({ code }) => code)).toEqual(told.map(() => 'FILE_ENCODING'));
    for (const encoding of told) expect(content.notes[0]?.message).toContain(encoding);
  });

  it('UTF-8 of which a byte is broken stays UTF-8, and is told', async () => {
    const bytes = new Uint8Array([...bytesOf('name,city\nJörg,Köln\n'), 0xe9, ...bytesOf(',Ulm\n')]);
    const { text, notes } = await textIn(bytes, 'a.csv');
    expect(text).toBe('name,city\nJörg,Köln\n\ufffd,Ulm\n');
    expect(notes).toMatchObject([
      { code: 'FILE_ENCODING', severity: 'warning', message: expect.stringContaining('one place') },
    ]);
  });

  it('Windows-1252 has the euro and the dashes that Latin-1 lacks, in Node as in a browser', async () => {
    const bytes = Uint8Array.from([...bytesOf('preis\n1,50 '), 0x80, 0x20, 0x96, 0x20, 0x9f, 0x81, 0xfc]);
    expect((await textIn(bytes, 'a.csv')).text).toBe('preis\n1,50 € – Ÿ\u0081ü');
  });
});

describe('a text that cannot be read is told (case A13, I9)', () => {
  const wide = `${'a,'.repeat(LIMITS.fileColumns)}z\n1\n`;
  const cell = 'x'.repeat(LIMITS.fileCellCharacters + 1);

  it.each([
    ['nothing in it', 'a.csv', '', 'FILE_EMPTY', undefined],
    ['only blanks in it', 'a.txt', ' \n\n\t', 'FILE_EMPTY', undefined],
    ['a million columns', 'a.csv', wide, 'FILE_TOO_LARGE', 1],
    ['a cell that is too long', 'a.csv', `a,b\n1,${cell}\n`, 'FILE_TOO_LARGE', 2],
    [
      'a quoted cell that is too long',
      'a.csv',
      `a,b\n1,"${cell.replaceAll('xx', 'x\n')}"\n`,
      'FILE_TOO_LARGE',
      undefined,
    ],
    ['JSON that breaks off', 'a.json', '[\n{"a": 1},\n{"a": ', 'FILE_DAMAGED', 3],
    ['JSON lines of which one is broken', 'a.jsonl', '{"a": 1}\n{"a": \n{"a": 3}', 'FILE_DAMAGED', 2],
    [
      'JSON that is too deep (case C5)',
      'a.json',
      `${'['.repeat(100)}${']'.repeat(100)}`,
      'FILE_DAMAGED',
      undefined,
    ],
    ['zeros', 'a.csv', '\0\0\0\u0001\u0002\0\0', 'FILE_UNKNOWN', undefined],
    ['UTF-32', 'a.csv', '\u00ff\u00fe\0\0a\0\0\0,\0\0\0b\0\0\0', 'FILE_UNKNOWN', undefined],
    [
      'a web page that is called a table',
      'a.csv',
      '<html><table><tr><td>1</td></tr></table>',
      'FILE_UNKNOWN',
      undefined,
    ],
    ['a web page that is called a workbook', 'a.xls', '\n<!DOCTYPE html><table>', 'FILE_UNKNOWN', undefined],
    ['XML that is called a table', 'a.xls', '<?xml version="1.0"?><Workbook/>', 'FILE_UNKNOWN', undefined],
    ['rich text', 'a.txt', '{\\rtf1 Hello}\0', 'FILE_UNKNOWN', undefined],
  ])('%s', async (_, name, written, code, line) => {
    const bytes = written.startsWith('\u00ff') ? latin1(written) : bytesOf(written);
    const problem = await problemOf(bytes, name);
    expect(problem.code).toBe(code);
    expect(problem.message).toContain(name);
    expect(problem.help).not.toBe('');
    if (line !== undefined) expect(problem.where.line).toBe(line);
  });

  it('a table at its bounds is read', async () => {
    const most = `${'a,'.repeat(LIMITS.fileColumns - 1)}z\n`;
    expect((await textIn(bytesOf(most), 'a.csv')).type).toBe('csv');
    const longest = `a,b\n5" pipe,${cell.slice(1)}\n6" pipe,x\n`;
    expect((await textIn(bytesOf(longest), 'a.csv')).type).toBe('csv');
  });

  it('I9 an archive says what is in it, and to unpack it; one in another is not looked into', async () => {
    const inner = zipSync({ 'orders.csv': bytesOf('a,b\n1,2') });
    const bytes = zipSync({
      'inner.zip': inner,
      'data/': new Uint8Array(),
      'data/notes.md': bytesOf('# Notes'),
    });
    expect(await problemOf(bytes, 'all.zip')).toMatchObject({
      code: 'FILE_UNKNOWN',
      message: '“all.zip” is an archive (ZIP) of 2 files: it cannot be read.',
      help: 'Unpack it, and choose the files that you want to ask, as “data/notes.md”.',
    });
    expect(await problemOf(zipSync({ 'inner.zip': inner }), 'a.csv')).toMatchObject({
      message: '“a.csv” is an archive (ZIP) of one file: it cannot be read.',
      help: expect.stringMatching(/^Unpack it, and choose a file of a kind/),
    });
    expect((await problemOf(gzipSync(bytesOf('a,b')), 'a.csv.gz')).help).toMatch(/^Unpack it/);
  });

  it('a picture is called what it is', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]);
    expect(await problemOf(png, 'orders.csv')).toMatchObject({
      code: 'FILE_UNKNOWN',
      message: '“orders.csv” is a PNG picture: it cannot be read.',
    });
  });

  it('old Office files say what to save them as, those with a password that they have one', async () => {
    const compound = (stream: string) =>
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, ...utf16(stream, 'le', false)]);
    const codes = [];
    for (const stream of ['Workbook', 'WordDocument', 'PowerPoint Document', 'EncryptedPackage'])
      codes.push((await problemOf(compound(stream), 'a.xls')).code);
    expect(codes).toEqual(['FILE_LEGACY', 'FILE_LEGACY', 'FILE_LEGACY', 'FILE_ENCRYPTED']);
  });
});
