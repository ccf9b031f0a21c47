import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapePointer, type Json } from '#base';
import { scanSecrets } from '#share';
import { effortOf } from '../tools/effort';

const CANARY = 'canary/Key+93~xyz!';
const encoded = {
  'as it is': CANARY,
  base64: Buffer.from(`user:${CANARY}`).toString('base64'),
  base64url: Buffer.from(`u:${CANARY}!`).toString('base64url'),
  'URL-encoded': encodeURIComponent(CANARY),
  'percent-encoded': [...Buffer.from(CANARY)].map((byte) => `%${byte.toString(16)}`).join(''),
  hexadecimal: Buffer.from(CANARY).toString('hex').toUpperCase(),
};

describe('S4 case A10 a secret is found before it leaves', () => {
  test.each(Object.entries(encoded))('%s', (_, writing) => {
    const text = JSON.stringify({ plans: [{ nodes: [{ prompt: `Use ${writing} please` }] }] });
    expect(scanSecrets(text, [CANARY])).toMatchObject([
      {
        path: '/plans/0/nodes/0/prompt',
        kind: 'known',
        what: expect.stringContaining('a key of your vault'),
      },
    ]);
  });

  test('base64 at each of the three places where it may begin', () => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
      for (const after of ['', 'z', 'zz']) {
        const hidden = Buffer.from(`${before}${CANARY}${after}`).toString('base64');
        expect(scanSecrets(JSON.stringify([hidden]), [CANARY]), `${before}…${after}`).toHaveLength(1);
      }
    }
  });

  test('planted in any string or key of any JSON it is found, at its path', () => {
    const clean = fc.jsonValue({ maxDepth: 4, noUnicodeString: true }).filter((value) => value !== null);
    fc.assert(
      fc.property(clean, fc.nat(), (value, choice) => {
        const places = placesIn({ root: value as Json });
        const path = places[choice % places.length] ?? '/root';
        const text = JSON.stringify(planted({ root: value as Json }, path, CANARY));
        expect(scanSecrets(text, [CANARY]).map((finding) => finding.path)).toContain(path);
      }),
      { seed: 10, numRuns: 200 },
    );
  });

  test('of NDJSON the line is named, of other text too', () => {
    const ledger = `{"seq":0}\n{"seq":1,"fact":{"result":"${CANARY}"}}\n`;
    expect(scanSecrets(ledger, [CANARY])).toMatchObject([{ path: 'line 2/fact/result' }]);
    expect(scanSecrets(`# Notes\n\nkey: ${CANARY}`, [CANARY])).toMatchObject([{ path: 'line 3' }]);
  });

  test('a finding shows only the beginning', () => {
    const [finding] = scanSecrets(JSON.stringify({ note: CANARY }), [CANARY]);
    expect(finding?.sample).toBe('canary…');
    expect(JSON.stringify(scanSecrets(JSON.stringify({ note: CANARY }), [CANARY]))).not.toContain(CANARY);
  });
});

describe('case A10 what looks like a key is found, whoever issued it', () => {
  const x = (length: number) => 'x1Y2'.repeat(20).slice(0, length);
  test.each([
    ['API key', `sk-${x(40)}`],
    ['Anthropic key', `sk-ant-${x(30)}`],
    ['OpenRouter key', `sk-or-v1-${x(40)}`],
    ['Google key', `AIza${x(35)}`],
    ['Groq key', `gsk_${x(40)}`],
    ['GitHub token', `ghp_${x(36)}`],
    ['GitHub token', `github_pat_${x(50)}`],
    ['AWS access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['Slack token', `xoxb-123456789012-${x(20)}`],
    ['JSON Web Token', `eyJ${x(20)}.eyJ${x(30)}.${x(20)}`],
    ['bearer token', `Authorization: Bearer ${x(30)}`],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----'],
    ['password in an address', 'https://me:hunter22@example.com/'],
    ['key in an address', 'https://example.com/v1?api_key=0123456789abcdef'],
  ])('%s', (what, secret) => {
    expect(scanSecrets(JSON.stringify({ text: `see ${secret} here` }), [])).toMatchObject([
      { path: '/text', kind: 'shape', what },
    ]);
  });

  test.each([
    'The sky-high skeleton keys of the museum',
    'https://example.com/search?q=monkey&token=1',
    'sk-short',
    'task-list-of-the-day-for-everybody',
    'a'.repeat(64),
  ])('and this is none: %s', (text) => {
    expect(scanSecrets(JSON.stringify({ text }), [])).toEqual([]);
  });

  test('case C4 a hostile text does not make it slow', () => {
    const hostile = ['a://', 'eyJaaaaaaaa.', 'Bearer ', '?key=', '-----BEGIN '].map((one) =>
      one.repeat(40_000),
    );
    expect(effortOf(() => scanSecrets(JSON.stringify(hostile), [CANARY]))).toBeLessThan(2_000);
  });
});

test('short secrets are looked for as they are, empty ones not at all', () => {
  expect(scanSecrets('{"a":"pin 4711"}', ['4711'])).toHaveLength(1);
  expect(scanSecrets('{"a":"text"}', [''])).toEqual([]);
});

function placesIn(value: Json, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, `${path}/${escapePointer(key)}`),
  );
  return inside.length > 0 ? inside : [path];
}

function planted(value: Json, path: string, secret: string, at = ''): Json {
  if (at === path) return `before ${secret} after`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => planted(item, path, secret, `${at}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      planted(item, path, secret, `${at}/${escapePointer(key)}`),
    ]),
  );
}
