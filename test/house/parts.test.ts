import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { importsOf } from './doors';
import { readTree } from './readTree';

const parts = fileURLToPath(new URL('../../src/app/parts', import.meta.url));
const tree = readTree(parts);
const readme = readFileSync(`${parts}/README.md`, 'utf8');

describe('the parts of pages', () => {
  it('fault D7 the README lists every part that knows other rooms, and which', () => {
    const listed = [...readme.matchAll(/^\| `([\w.]+)`\s*\| ([^|]+) \|/gm)].map(
      ([, file = '', rooms = '']) => [file, [...rooms.matchAll(/`(\w+)`/g)].map(([, room = '']) => room)],
    );
    const known = [...tree].flatMap(([file, source]) => {
      const rooms = importsOf(source).filter((specifier) => specifier.startsWith('#'));
      return rooms.length === 0 ? [] : [[file, [...new Set(rooms.map((room) => room.slice(1)))].sort()]];
    });
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known));
    expect(listed.length).toBe(known.length);
  });

  it('fault D7 no part imports another folder of the app', () => {
    const strangers = [...tree].flatMap(([file, source]) =>
      importsOf(source)
        .filter((specifier) => specifier.startsWith('..'))
        .map((specifier) => `${file} imports "${specifier}"`),
    );
    expect(strangers).toEqual([]);
  });
});
