import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { readTree } from './readTree';

/** Whole labels, headings, options and buttons that have a plainer word by now. */
const REPLACED = [
  'Takes',
  'Then it',
  'Gives',
  'Each wait longer by',
  'Attempts, the first included',
  'Most time for one attempt (ms)',
  'One at a time, under the name',
  'Cancelled by the signal',
  'Goes on in the background',
  'goes on',
  'Capabilities that are not here',
  'Let all others give back their input',
  'What stands in',
  'Look at it',
  'Open it',
  'It keeps to a JSON schema (structured output)',
  'Look at it before you join it',
  'Read otherwise than written',
  'As what is inside says',
  'Goes on by itself to',
  'The plan has then',
  'Begin with',
  'One commit on',
  'Go out',
  'What it stands in',
];

const replaced = new Set(REPLACED);

/** Texts of a source file: strings, and what stands between tags. */
function textsIn(path: string, source: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const type: unknown = Reflect.get(node, 'type');
    const value: unknown = Reflect.get(node, 'value');
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string')
      found.push(value.trim().replace(/\s+/g, ' '));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseSync(path, source).program);
  return found;
}

describe('words of the screen', () => {
  it('no whole label, heading, option or button is a word that was replaced', () => {
    const house = readTree(fileURLToPath(new URL('../../src', import.meta.url)));
    const old = [...house].flatMap(([file, source]) =>
      textsIn(file, source)
        .filter((text) => replaced.has(text))
        .map((text) => `${file}: “${text}”`),
    );
    expect(old).toEqual([]);
  });

  it('would notice one, as a string and between tags', () => {
    const texts = textsIn('form.tsx', "export const form = <Field title={'Gives'}>\n  Open it\n</Field>;");
    expect(texts.filter((text) => replaced.has(text))).toEqual(['Gives', 'Open it']);
  });
});
