import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readTree } from './readTree';

/** Cases of the threat model that must hold before any public link is opened, as far as they have something here. */
const CASES = 'A1 A2 A3 A4 A5 A6 A8 A10 B1 B4 B6 C1 C2 C3 C5 D1 D2 D4 E1 E2 E3 E4 E5 F8 H1 H2 H3 H6'.split(
  ' ',
);

/** Those that the browser itself decides: a test without one shows nothing. */
const IN_THE_BROWSER = 'A1 A2 A4 A5 A6 A8 A10 B1 B4 B6 H2 H3 H6'.split(' ');

const titlesOf = (folder: string): string =>
  [...readTree(fileURLToPath(new URL(`../../${folder}`, import.meta.url)))]
    .filter(([file]) => !file.startsWith('house/'))
    .flatMap(([, text]) => text.match(/(['"`])(?:(?!\1).)*\bcase [A-I]\d+\b(?:(?!\1).)*\1/g) ?? [])
    .join('\n');

const unit = titlesOf('test');
const browser = titlesOf('e2e');
const quotes = (titles: string, id: string): boolean => new RegExp(`\\bcase ${id}\\b`).test(titles);

it.each(CASES)('case %s is quoted by the title of a test', (id) => {
  expect(quotes(`${unit}\n${browser}`, id)).toBe(true);
});

it.each(IN_THE_BROWSER)('case %s is shown in a real browser', (id) => {
  expect(quotes(browser, id)).toBe(true);
});
