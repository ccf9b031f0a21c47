import { beforeAll, describe, expect, it, vi } from 'vitest';
import { COMMANDS, createEditor, runCommand } from '#editor';
import { loadOfferedPages, offerCommands, offerPages } from '../../../src/app/commands/give';

import { blankWorkspace } from '../../../src/app/library/placeWorkspace';
import type { Session } from '../../../src/app/state/session';

let commandOfPage: typeof import('../../../src/app/commands/give').commandOfPage;
let paletteEntries: typeof import('../../../src/app/commands/CommandsDialog').paletteEntries;
let offerFeatures: typeof import('../../../src/app/shell/offerFeatures').offerFeatures;

beforeAll(async () => {
  const nobody = { addEventListener: () => {}, matches: false };
  vi.stubGlobal('location', { search: '', pathname: '/' });
  vi.stubGlobal('document', nobody);
  vi.stubGlobal('navigator', { platform: '', userAgent: '' });
  vi.stubGlobal('window', { ...nobody, matchMedia: () => nobody });
  ({ commandOfPage } = await import('../../../src/app/commands/give'));
  ({ paletteEntries } = await import('../../../src/app/commands/CommandsDialog'));
  ({ offerFeatures } = await import('../../../src/app/shell/offerFeatures'));
}, 60_000);

describe('E3 commands of the page', () => {
  it('are those of features before its own, and of two the later', () => {
    const own = commandOfPage('view.fit');
    const [first, second] = [() => {}, () => {}];
    expect(own).toBeDefined();
    offerCommands({ 'node.note': first, 'view.fit': first });
    offerCommands({ 'view.fit': second });
    expect(commandOfPage('view.fit')).toBe(second);
    expect(commandOfPage('node.note')).toBe(first);
  });

  it('and of the editor are all that the table has', () => {
    const editor = createEditor({
      workspace: blankWorkspace(),
      catalogue: new Map(),
      now: () => 0,
      schedule: (work) => work(),
    });
    // What features offer stays for the other files of this process, so that nothing is said of a page without them.
    const beyondEditor = COMMANDS.filter(({ id }) => !runCommand(editor, id)).map(({ id }) => id);
    expect(beyondEditor).toContain('run.start');
    offerFeatures();
    expect(beyondEditor.filter((id) => commandOfPage(id) === undefined)).toEqual([]);
  });

  it('stand in the palette under each heading once, whatever is looked for', () => {
    const editor = createEditor({
      workspace: blankWorkspace(),
      catalogue: new Map(),
      now: () => 0,
      schedule: (work) => work(),
    });
    for (const text of ['', 'a', 'run', 'pin']) {
      const groups = paletteEntries({ editor } as Session, text).map(({ group }) => group);
      const headings = groups.filter((group, index) => group !== groups[index - 1]);
      expect(headings.length, text).toBeGreaterThan(0);
      expect(headings, text).toEqual([...new Set(headings)]);
    }
  });

  it('find help pages where somebody has said that they come from', async () => {
    offerPages(async () => [{ name: 'start', title: 'Start' }]);
    expect(await loadOfferedPages()).toEqual([{ name: 'start', title: 'Start' }]);
  });
});
