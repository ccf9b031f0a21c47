import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICONS } from '#picture';
import { lucidePath } from './lucide';

test('every icon is drawn as lucide draws it', async () => {
  const names = Object.keys(ICONS);
  const drawn = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await lucidePath(name)] as const)),
  );
  if (process.env.UPDATE_ICONS !== undefined) update(drawn);
  else expect(ICONS).toEqual(drawn);
});

/** `UPDATE_ICONS=1` writes the table anew: for a later lucide, and for a name that was added to it. */
function update(drawn: Readonly<Record<string, string>>): void {
  const lines = Object.entries(drawn)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, path]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${path}',`);
  const head =
    '/** The icons of cards and lists, each as one path on a grid of 24: from lucide (ISC), whose names they have. */';
  const url = new URL('../../src/picture/icons/icons.ts', import.meta.url);
  writeFileSync(
    url,
    `${head}\nexport const ICONS = {\n${lines.join('\n')}\n} as const;\n\nexport type IconName = keyof typeof ICONS;\n`,
  );
}
