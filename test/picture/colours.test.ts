import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLOUR_NAMES, THEMES, type Theme } from '#picture';

const css = readFileSync(new URL('../../src/app/theme/tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('[data-theme="dark"]');

test.each<[Theme, string]>([
  ['light', light],
  ['dark', dark],
])('S2 the %s theme of pictures is that of the interface', (theme, tokens) => {
  const told = COLOUR_NAMES.map((name) => [name, new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]]);
  expect(Object.fromEntries(told)).toEqual(THEMES[theme]);
});
