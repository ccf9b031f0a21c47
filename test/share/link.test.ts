import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import { decodeLink, encodeLink, isLink, judgeLink, LINK_PREFIX } from '#share';
import { linkOf, packed } from './links';

const codeOf = async (fragment: string) => {
  const decoded = await decodeLink(fragment);
  return decoded.ok ? 'ok' : decoded.problem.code;
};
const TEXT = JSON.stringify({
  name: 'Straße, 東京, 🌡️',
  steps: Array.from({ length: 40 }, (_, n) => `step-${n}`),
});

describe('S1 a link holds its text', () => {
  test('any text comes back byte for byte', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 2_000 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await decodeLink(await encodeLink(text))).toEqual({ ok: true, value: text });
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test('it begins with its version, is made of URL characters, and is shorter than the text', async () => {
    const link = await encodeLink(TEXT.repeat(20));
    expect(link).toMatch(/^#p1=[A-Za-z0-9_-]+$/);
    expect(link.length).toBeLessThan(TEXT.length * 4);
    expect(isLink(link)).toBe(true);
    expect(isLink('#plan=answer')).toBe(false);
    expect(isLink('')).toBe(false);
  });

  test('fault B5 whatever was meant as a link is taken for one, however it was encoded', async () => {
    const link = await encodeLink('{"a":1}');
    const whole = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('');
    const bare = link.slice(1);
    for (const one of [
      `#${whole(bare)}`,
      `#${encodeURIComponent(bare)}`,
      `#${encodeURIComponent(encodeURIComponent(bare))}`,
      `#${encodeURIComponent(whole(bare))}`,
      `#${encodeURIComponent(link)}`,
      `#${whole(bare).toUpperCase()}`,
      `#${whole(bare).slice(0, 20)}`,
      link.replace('p1=', ''),
      link.toUpperCase(),
    ]) {
      expect(isLink(one), one).toBe(true);
      const decoded = await decodeLink(one);
      expect(decoded.ok, one).toBe(false);
    }
  });

  test('the leading # may be missing', async () => {
    const link = await encodeLink('{}');
    expect(await codeOf(link.slice(1))).toBe('ok');
  });

  test('a byte order mark is part of the text', async () => {
    expect(await decodeLink(await encodeLink('\ufeff{}'))).toEqual({ ok: true, value: '\ufeff{}' });
  });
});

describe('case A5 a link that was cut or changed on its way', () => {
  test('cut anywhere it is refused, and says how much is there', async () => {
    const link = await encodeLink(TEXT);
    const bytes = Math.floor(((link.length - LINK_PREFIX.length) * 3) / 4);
    for (let length = LINK_PREFIX.length; length < link.length; length++) {
      const decoded = await decodeLink(link.slice(0, length));
      const found = Math.floor(((length - LINK_PREFIX.length) * 3) / 4);
      const said = found < 17 ? `${found} bytes, not even its length` : `${found} of ${bytes} bytes`;
      expect(decoded).toMatchObject({
        ok: false,
        problem: { code: 'LINK_INCOMPLETE', message: `This link is incomplete (${said}).` },
      });
    }
  });

  test('a chat program cuts at 2,000 characters', async () => {
    const long = await encodeLink(
      JSON.stringify(Array.from({ length: 3_000 }, (_, n) => (n * 7919) % 104_729)),
    );
    expect(long.length).toBeGreaterThan(3_000);
    expect(await codeOf(long.slice(0, 2_000))).toBe('LINK_INCOMPLETE');
  });

  test('any one character changed is refused, whichever part it hits', async () => {
    const link = await encodeLink(TEXT);
    const places = fc.integer({ min: 0, max: link.length - 1 });
    const characters = fc.constantFrom(...'AZaz09-_=%. é\n\0');
    await fc.assert(
      fc.asyncProperty(places, characters, async (at, character) => {
        fc.pre(link[at] !== character && at > 0);
        expect(await codeOf(link.slice(0, at) + character + link.slice(at + 1))).not.toBe('ok');
      }),
      { seed: 5, numRuns: 1_000 },
    );
  });

  test('pieces doubled, swapped or left out are refused', async () => {
    const link = await encodeLink(TEXT);
    const cuts = fc.tuple(fc.nat(link.length - 5), fc.nat(link.length - 5), fc.integer({ min: 1, max: 40 }));
    await fc.assert(
      fc.asyncProperty(cuts, async ([from, to, length]) => {
        const piece = link.slice(from + 4, from + 4 + length);
        const changed = link.slice(0, to + 4) + piece + link.slice(to + 4);
        const shortened = link.slice(0, from + 4) + link.slice(from + 4 + length);
        expect(await codeOf(changed)).not.toBe('ok');
        expect(await codeOf(shortened)).not.toBe('ok');
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  test.each([
    ['no link at all', '#/plan/answer', 'LINK_NOT_OURS'],
    ['an empty fragment', '', 'LINK_NOT_OURS'],
    ['a newer version', '#p2=AAAA', 'LINK_NEWER'],
    ['nothing after the prefix', '#p1=', 'LINK_INCOMPLETE'],
    ['encoded a second time', '#p1%3DAAAA', 'LINK_ENCODED_TWICE'],
    ['encoded a third time', '#p1%253DAAAA', 'LINK_ENCODED_TWICE'],
    ['encoded whole (fault B5)', '#%70%31%3D%41%41%41%41', 'LINK_ENCODED_TWICE'],
    ['encoded whole, twice', '#%2570%2531%253D%2541', 'LINK_ENCODED_TWICE'],
    ['of which the letters were changed', '#P1=AAAA', 'LINK_DAMAGED'],
    ['cut off at its beginning', '#p1', 'LINK_DAMAGED'],
    ['prose', '#p1=see attachment', 'LINK_DAMAGED'],
    ['padding', '#p1=AAAA====', 'LINK_DAMAGED'],
  ])('%s', async (_, fragment, code) => {
    expect(await codeOf(fragment)).toBe(code);
  });

  test('a full stop of the sentence around it', async () => {
    expect(await codeOf(`${await encodeLink(TEXT)}.`)).toBe('LINK_DAMAGED');
  });

  test('wrong codec: bytes that are no deflate stream, with a right checksum', async () => {
    expect(await codeOf(linkOf(new TextEncoder().encode('{"plain":"json"}'), 16))).toBe('LINK_DAMAGED');
  });

  test('wrong charset: Latin-1 bytes, with a right checksum', async () => {
    const latin = new Uint8Array([0x7b, 0xe9, 0x7d]);
    expect(await codeOf(linkOf(await packed(latin), 3))).toBe('LINK_CHARSET');
  });

  test('a length that is not that of the text', async () => {
    expect(await codeOf(linkOf(await packed(new TextEncoder().encode('{}')), 3))).toBe('LINK_DAMAGED');
  });
});

describe('case A4 a link that inflates past the limit', () => {
  const bomb = packed(new Uint8Array(200_000_000));

  test('is stopped while it inflates, whatever length it claims', async () => {
    const link = linkOf(await bomb, 1_000);
    expect(link.length).toBeLessThan(300_000);
    expect(await decodeLink(link)).toMatchObject({
      ok: false,
      problem: { code: 'LINK_TOO_LARGE', message: expect.stringContaining('5000000') },
    });
  });

  test('most of it is never inflated', async () => {
    const link = linkOf(await bomb, 1_000);
    const before = process.memoryUsage().arrayBuffers;
    await decodeLink(link);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
  });

  test('is refused before it inflates when it claims its length', async () => {
    expect(await decodeLink(linkOf(await bomb, 200_000_000))).toMatchObject({
      problem: { code: 'LINK_TOO_LARGE', message: expect.stringContaining('200000000') },
    });
  });

  test('T4 at the limit it opens, one byte above it does not', async () => {
    const at = 'x'.repeat(LIMITS.linkDecodedBytes);
    expect(await codeOf(await encodeLink(at))).toBe('ok');
    expect(await codeOf(await encodeLink(`${at}x`))).toBe('LINK_TOO_LARGE');
  });

  test('T4 a link above its length is refused unread', async () => {
    expect(await codeOf(`#p1=${'A'.repeat(LIMITS.linkAcceptedBytes)}`)).toBe('LINK_TOO_LONG');
  });
});

describe('S1 what is said before a link is handed out', () => {
  test('nothing up to 8,000 characters, then a file is advised, then there is no link', () => {
    expect(judgeLink('x'.repeat(8_000), 'x')).toBeNull();
    expect(judgeLink('x'.repeat(8_001), 'x')).toMatchObject({ code: 'LINK_LONG', severity: 'warning' });
    expect(judgeLink('x'.repeat(LIMITS.linkAcceptedBytes + 1), 'x')).toMatchObject({ code: 'LINK_TOO_LONG' });
    expect(judgeLink('x', 'x'.repeat(LIMITS.linkDecodedBytes + 1))).toMatchObject({ code: 'LINK_TOO_LONG' });
  });
});
