import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from '#runtime';
import { scanSecrets } from '#share';
import { fuzzTimeout, samples } from './samples';

/** Keys as providers make them, and passwords as people do. */
const secret = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{6,40}$/),
  fc.stringMatching(/^[!-~]{6,24}$/),
  fc.string({ minLength: 6, maxLength: 16, unit: 'grapheme' }),
);

const percent = (byte: number, upper: boolean): string => {
  const digits = byte.toString(16).padStart(2, '0');
  return `%${upper ? digits.toUpperCase() : digits}`;
};

/** Each way to write a text down; `mixed` says of each character whether it is escaped, and how. */
const WRITINGS: Readonly<Record<string, (text: string, mixed: readonly boolean[]) => string>> = {
  plain: (text) => text,
  percent: (text) => encodeURIComponent(text),
  'percent, any case, some of it': (text, mixed) =>
    [...text]
      .map((one, at) =>
        mixed[at % mixed.length] || one === '%'
          ? [...Buffer.from(one)]
              .map((byte, index) => percent(byte, mixed[(at + index) % mixed.length] ?? false))
              .join('')
          : one,
      )
      .join(''),
  'a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  'JSON in a string': (text) => JSON.stringify(text).slice(1, -1),
  'JSON, some of it': (text, mixed) =>
    [...JSON.stringify(text).slice(1, -1)].join('') === text && mixed[0]
      ? [...text]
          .map((one) =>
            [...one].length === one.length && mixed[1]
              ? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
              : one,
          )
          .join('')
      : JSON.stringify(text).slice(1, -1),
  'HTML by number': (text) => [...text].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'capital hexadecimal': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

describe('what is searched for before an export is masked before a write', () => {
  const { seed, numRuns } = samples(2_000);
  const around = fc.string({ maxLength: 8 });
  const mixed = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

  it(
    'fault B2 whatever writing a secret hides in, it is found, and nothing is found after redaction',
    () => {
      const writing = fc.constantFrom(...Object.keys(WRITINGS));
      fc.assert(
        fc.property(secret, writing, mixed, around, around, (key, name, how, before, after) => {
          const hidden = WRITINGS[name]?.(key, how) ?? '';
          expectMasked(key, { deep: [`${before} ${hidden} ${after}`], [`${hidden}`]: 1 }, hidden);
        }),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );

  it(
    'fault B2 case A11 in base64 wherever it begins, with a tail, of either alphabet',
    () => {
      const bytes = fc.uint8Array({ maxLength: 7 });
      fc.assert(
        fc.property(
          secret,
          bytes,
          bytes,
          fc.constantFrom('base64', 'base64url'),
          (key, before, after, how) => {
            const hidden = Buffer.concat([before, Buffer.from(key), after]).toString(how);
            expectMasked(key, { header: `Basic ${hidden}` }, null);
          },
        ),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});

function expectMasked(key: string, value: Record<string, unknown>, hidden: string | null): void {
  expect(known(value, key)).not.toEqual([]);
  const clean = redactor([key])(value);
  expect(known(clean, key)).toEqual([]);
  if (hidden !== null) expect(JSON.stringify(clean)).not.toContain(JSON.stringify(hidden).slice(1, -1));
}

function known(value: unknown, key: string) {
  return scanSecrets(JSON.stringify(value), [key]).filter(({ kind }) => kind === 'known');
}
