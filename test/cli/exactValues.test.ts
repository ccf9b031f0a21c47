import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const ECHO = files.file('echo.json', documentOf('in n\na: CAPABILITY echo {input: {text: "{{ n }}"}}'));
const LEDGER = readFileSync('test/histories/parallel-review.ndjson', 'utf8');

/** Values that JSON.parse would change without a word. */
const CHANGED: readonly (readonly [value: string, what: string])[] = [
  ['1e400', 'NUMBER_NOT_FINITE'],
  ['-1e400', 'NUMBER_NOT_FINITE'],
  ['1e-400', 'NUMBER_NOT_EXACT'],
  ['9007199254740993', 'NUMBER_NOT_EXACT'],
  ['{"a": 1, "a": 2}', 'DUPLICATE_KEY'],
];

const codes = (json: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  json.diagnostics.map(({ code }) => code);

describe('fault X6 what JSON.parse would change is refused wherever a value is given', () => {
  it.each(CHANGED)('%s as input, script, answer, signal and in a ledger', async (value, code) => {
    const input = `{"n": ${value}}`;
    for (const given of [input, `@${files.file('input.json', input)}`]) {
      const ran = await planloom(['run', ECHO, '--input', given]);
      expect(ran).toMatchObject({ exit: 2, json: { ok: false } });
      expect(codes(ran.json)).toEqual([code]);
    }
    const script = await planloom(['simulate', ECHO, '--script', `{"inputs": {"n": ${value}}}`]);
    expect([script.exit, codes(script.json)]).toEqual([2, [code]]);
    for (const option of [`--answer=/a=${value}`, `--signal=go=${value}`]) {
      const ran = await planloom(['run', ECHO, option]);
      expect([ran.exit, codes(ran.json)]).toEqual([2, ['USAGE']]);
    }
    const ledger = LEDGER.replace(/"at":(\d+)/, `"at":$1,"x":${value}`);
    const replayed = await planloom(['replay', files.file('changed.ndjson', ledger)]);
    expect([replayed.exit, codes(replayed.json)]).toEqual([
      expect.any(Number),
      [expect.stringMatching(/^LEDGER_/)],
    ]);
    expect(replayed.exit).not.toBe(0);
  });

  it('a lone surrogate stays one', async () => {
    const ran = await planloom(['run', ECHO, '--input', '{"n": "\\ud800"}', '--trust', 'yes']);
    expect(ran.stdout).not.toContain('\ufffd');
  });
});

describe('a file without --from that nobody can read says what is wrong with it, and where', () => {
  const machine = '{\n  "initial": "a",\n  "states": { "a": { "meta": { "n": § } } }\n}\n';
  it.each([
    ['an infinite number', machine.replace('§', '1e400'), 'NUMBER_NOT_FINITE', 3, 37],
    ['a comma too many', machine.replace('§ }', '1, }'), 'JSON_INVALID', 3, 40],
    ['a word', machine.replace('§', 'undefined'), 'JSON_INVALID', 3, 37],
    ['comments', `// a machine\n${machine.replace('§', '1')}`, 'JSON_INVALID', 1, 1],
    ['its end missing', machine.slice(0, 30), 'JSON_INVALID', 3, 11],
    ['its beginning missing', '"id": "x",\n"states": {}}', 'JSON_INVALID', 1, 5],
    ['YAML', 'name: x\nsteps:\n  - goal: y\n', 'FORMAT_FOREIGN', 1, undefined],
    [
      'a module of v4',
      "import { Machine } from 'xstate';\nexport default Machine({});\n",
      'XSTATE_VERSION_4',
      2,
      16,
    ],
  ])('%s', async (_, text, code, line, column) => {
    const file = files.file('damaged.json', text);
    const ran = await planloom(['import', file]);
    expect(ran.exit).toBe(2);
    expect(ran.json.diagnostics[0]).toMatchObject({ code, where: { line, ...(column ? { column } : {}) } });
  });

  it('a text in another encoding', async () => {
    const json = '{"initial": "ä",\n "x": 1}';
    const utf16 = Buffer.from(json, 'utf16le');
    for (const [bytes, says, where] of [
      [Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'UTF-16', { offset: 0 }],
      [utf16, 'UTF-16', { offset: 0 }],
      [Buffer.from(json, 'latin1'), 'is not UTF-8 text', { line: 1, column: 14 }],
    ] as const) {
      const file = files.path('encoded.json');
      writeFileSync(file, bytes);
      const ran = await planloom(['import', file]);
      expect(ran.json.diagnostics).toEqual([
        expect.objectContaining({ code: 'FILE_NOT_TEXT', where: expect.objectContaining(where) }),
      ]);
      expect(ran.json.diagnostics[0].message).toContain(says);
    }
  });
});
