import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkManners, MOST_LINES } from './manners';
import { readTree } from './readTree';

const house = readTree(fileURLToPath(new URL('../../src', import.meta.url)));
const manners = (file: string, text: string): readonly string[] => checkManners(new Map([[file, text]]));

describe('what the sources say', () => {
  it('nothing that the house does not want', () => {
    expect(checkManners(house)).toEqual([]);
  });
});

describe('a tree that breaks a rule is told where, and what to do instead', () => {
  it.each([
    ['const now = Date.now();', 'Date.now', 'has no clock'],
    ['const now = new Date();', 'new Date', 'has no clock'],
    ['const dice = Math.random();', 'Math.random', 'has no chance'],
    ['names.sort((a, b) => a.localeCompare(b));', '.localeCompare(', 'has no locale'],
    ['const text = (1.5).toLocaleString();', '.toLocaleString(', 'has no locale'],
    ['setTimeout(go, 10);', 'setTimeout(', 'has no timers'],
    ["fetch('/x');", 'fetch(', 'has no network'],
    ['const home = process.env.HOME;', 'process.', 'has no host'],
  ])('ground floor: %s', (text, found, instead) => {
    const [message, ...more] = manners('kernel/step.ts', `// first\n${text}`);
    expect(more).toEqual([]);
    expect(message).toContain(`src/kernel/step.ts:2 says "${found}". The ground floor`);
    expect(message).toContain(instead);
    expect(manners('runtime/clock.ts', text)).toEqual([]);
  });

  it.each([
    ['export const x: any = 1;', 'Say what it is'],
    ['const list = new Map<string, any>();', 'Say what it is'],
    ['const y = x as any;', 'Say what it is'],
    ['const z = x as unknown as Plan;', 'hides a doubt'],
    ['// @ts-ignore', 'Mend the type.'],
    ["const f = new Function('return 1');", 'Nothing makes code from text (T3).'],
    ["eval('1');", 'Nothing makes code from text (T3).'],
    ['element.innerHTML = text;', 'Nothing makes markup from text (T5)'],
    ['<div dangerouslySetInnerHTML={{ __html: text }} />', 'Nothing makes markup from text (T5)'],
    ["window.addEventListener('message', hear);", 'No page may talk to this one (case B6)'],
    ['window.onmessage = hear;', 'No page may talk to this one (case B6)'],
    ['window.opener.postMessage(1);', 'No page may talk to this one (case B6)'],
    ['const onKeyDown = (event: KeyboardEvent) => save();', 'Wrap it in `keyDown`'],
    ['<input onKeyDown={(event) => save()} />', 'Wrap it in `keyDown`'],
    ["window.addEventListener('keydown', (event) => save());", 'Wrap it in `keyDown`'],
  ])('everywhere: %s', (text, instead) => {
    expect(manners('app/main.tsx', text)).toEqual([expect.stringContaining(instead)]);
  });

  it('a file longer than one reads in one go', () => {
    expect(manners('app/long.ts', 'const a = 1;\n'.repeat(MOST_LINES))).toEqual([]);
    expect(manners('app/long.ts', 'const a = 1;\n'.repeat(MOST_LINES + 1))).toEqual([
      `src/app/long.ts has ${MOST_LINES + 1} lines; at most ${MOST_LINES} are read in one go. Give a part of it a file of its own.`,
    ]);
  });

  it('comments and words that only look alike are no offence', () => {
    expect(
      manners(
        'kernel/step.ts',
        "/* Date.now() */\n// Math.random()\nconst company = { many: 'any' };\nconst updated = state.updatedDate;",
      ),
    ).toEqual([]);
  });
});
