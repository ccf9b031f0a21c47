import fc from 'fast-check';
import { Lexer, type Token } from 'marked';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#base';
import { Markdown } from '#canvas';
import { lexSafely } from '../../src/canvas/markdown/lexSafely';
import { fuzzTimeout, samples } from './samples';

const html = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

/** What Markdown is made of, and what trips its readers: marks, runs of them, and characters that belong to none. */
const ATOMS = [
  ...Array.from('*_~`[]()<>|#-+=!\\&:"\'.,@ \t\n\r\u00a0\0a1é😀'),
  ...[
    '> ',
    '- ',
    '1. ',
    '    ',
    '\n\n',
    '**',
    '~~',
    '```',
    '~~~',
    '![',
    '](',
    '[a]: b',
    '[a](b)',
    '|-|',
    '---',
  ],
  ...[
    '- [ ] ',
    '<a href="',
    '<!--',
    '<![CDATA[',
    '<?',
    '</div>',
    'http://',
    'www.',
    'mailto:',
    'a@b.c',
    '&amp;',
  ],
];
const phrase = fc
  .array(fc.constantFrom(...ATOMS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const repeated = fc
  .tuple(phrase, fc.integer({ min: 1, max: 64_000 }))
  .map(([text, length]) => text.repeat(Math.ceil(length / text.length)));
/** Some text, one phrase over and over, some other text, another one over and over. */
const hostile = fc
  .tuple(phrase, repeated, phrase, fc.option(repeated, { nil: '' }))
  .map((parts) => parts.join(''));

/** What the lexer was given to look through: characters, and from each mark all that stands with it. */
const work = { characters: 0, marks: 0 };

beforeEach(() => {
  for (const name of ['blockTokens', 'inlineTokens'] as const) {
    const lex = Lexer.prototype[name];
    vi.spyOn(Lexer.prototype, name).mockImplementation(function counted(
      this: Lexer,
      src: string,
      ...rest: unknown[]
    ) {
      work.characters += src.length;
      if (name === 'inlineTokens') work.marks += src.length * (src.match(/[*_~`[\]<@]/g)?.length ?? 0);
      return Reflect.apply(lex, this, [src, ...rest]);
    });
  }
});
afterEach(() => vi.restoreAllMocks());

function workOn(text: string): typeof work & { tokens: readonly Token[] } {
  Object.assign(work, { characters: 0, marks: 0 });
  // A mock keeps each call, with its text: over thousands of texts more than memory holds.
  vi.clearAllMocks();
  const tokens = lexSafely(text);
  return { ...work, tokens };
}

describe('fault X4 Markdown from anybody', () => {
  const { seed, numRuns } = samples(500);

  it('is drawn without a throw, in bounded work, and nothing of it is dropped', {
    timeout: fuzzTimeout(),
  }, () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { characters, marks, tokens } = workOn(text);
        expect(characters).toBeLessThanOrEqual(text.length * (LIMITS.markdownDepth + 1));
        expect(marks).toBeLessThanOrEqual(LIMITS.markdownCost);
        expect(depthOf(tokens)).toBeLessThanOrEqual(4 * LIMITS.markdownDepth);
        expect(inked(tokens.map(({ raw }) => raw).join(''))).toBe(inked(text));
        expect(html(text)).toMatch(/^<div/);
      }),
      { seed, numRuns },
    );
  });

  it.each([
    ['quotes', '>'.repeat(4_000)],
    ['quotes with blanks', '> '.repeat(32_000)],
    ['lists', `${'- '.repeat(32_000)}a`],
    ['emphasis', '*a '.repeat(20_000)],
    ['stars', '*'.repeat(64_000)],
    ['blanks', `a${' '.repeat(64_000)}a`],
    ['an address', `${'a'.repeat(64_000)}@`],
    ['brackets', '['.repeat(64_000)],
    ['backticks', '`a'.repeat(32_000)],
    ['a wide table', `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|\n'.repeat(20_000)}`],
  ])('%s by the ten thousand stand as they were written', (_what, text) => {
    expect(workOn(text).characters).toBeLessThanOrEqual(text.length * (LIMITS.markdownDepth + 1));
    expect(
      inked(
        html(text)
          .replace(/<[^>]*>/g, '')
          .replaceAll('&gt;', '>'),
      ).length,
    ).toBeGreaterThan(0);
  });

  it('what follows a hostile part is still there, and what stands before it is formatted', () => {
    const drawn = html(`**before**\n\n${'[a*_'.repeat(20_000)}\n\n# after`);
    expect(drawn).toContain('<strong>before</strong>');
    expect(drawn).toContain('>after</h3>');
  });
});

describe('everyday Markdown reads as marked alone reads it', () => {
  const pages: Record<string, string> = import.meta.glob('../../src/app/help/**/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it.each(Object.entries(pages))('%s', (_name, text) => {
    expect(shapes(lexSafely(text))).toEqual(shapes(new Lexer({ gfm: true, breaks: true }).lex(text)));
  });

  it.each([
    ['a list with paragraphs and code', '1. a\n\n   b\n\n2. c\n\n   ```\n   d\n\n   e\n   ```\n\n3. f'],
    ['a link defined at the end', 'See [a][x].\n\n- [x]\n\n[x]: https://a.test'],
    ['code with everything in it', 'a\n```js\n# b\n\n> c\n\n- d\n```\ne\n\n~~~\n```\n~~~\nf'],
    ['code that does not end', 'a\n\n```\nb\n\n# c'],
    ['a table of 600 rows', `|a|b|\n|-|-|\n${'| some text | 12 |\n'.repeat(600)}\nb`],
    [
      'a report of 60,000 characters',
      '## Part\n\nSome *words* and **more**, see [it](https://a.test).\n\n- one\n- two\n\n'.repeat(600),
    ],
    [
      'code of 60,000 characters',
      `\`\`\`js\n${'const a = [1, 2][0] * b["c"]; // *\n'.repeat(1_700)}\`\`\`\nb`,
    ],
  ])('%s', (_name, text) => {
    expect(shapes(lexSafely(text))).toEqual(shapes(new Lexer({ gfm: true, breaks: true }).lex(text)));
  });
});

interface Shape {
  readonly type: string;
  readonly text: string;
  readonly inside: readonly Shape[];
}

function shapes(tokens: readonly Token[]): readonly Shape[] {
  return tokens
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      const inside = childrenOf(token);
      return {
        type: token.type,
        text: inside.length > 0 || !('text' in token) ? '' : token.text.trimEnd(),
        inside: shapes(inside),
      };
    });
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list') return token.items;
  if (token.type === 'table') return [token.header, ...token.rows].flat().flatMap(({ tokens }) => tokens);
  return ('tokens' in token && token.tokens) || [];
}

function depthOf(tokens: readonly Token[]): number {
  return Math.max(0, ...tokens.slice(0, 50_000).map((token) => 1 + depthOf(childrenOf(token))));
}

/** A text without its blanks. */
function inked(text: string): string {
  return text.replace(/\s+/g, '');
}
