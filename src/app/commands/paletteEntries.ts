import { COMMANDS, type CommandSection, canUse, contextOf, type Editor, keysOf, searchAll } from '#editor';
import { timelineOf } from '#projection';
import { showNode } from '../state/canvas';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { keyBindings } from '../state/keyBindings';
import type { Session } from '../state/session';
import { give } from './give';
import type { OfferedPage } from './offeredPages';

/** One line of the command palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly group: CommandSection | 'Nodes' | 'Steps of the run' | 'Settings';
  readonly title: string;
  readonly detail: string;
  readonly keys: readonly string[];
  readonly usable: boolean;
  readonly run: () => void;
}

const MOST = 60;

/**
 * Everything that answers to what was typed: commands, nodes, steps of the shown run, settings (E3), help pages.
 *
 * @param pages those that are known already: they come a moment after the palette
 */
export function paletteEntries(
  session: Session,
  text: string,
  pages: readonly OfferedPage[] = [],
): readonly PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  const commands = [...commandEntries(session), ...settingEntries()];
  if (wanted === '') return inGroups(commands.filter(({ usable }) => usable));
  const all = [...commands, ...pages.map(helpEntry)];
  const words = wanted.split(/\s+/);
  const found = all.filter(({ title, group }) =>
    words.every((word) => `${title} ${group}`.toLowerCase().includes(word)),
  );
  const ranked = found.toSorted((one, other) => rank(one, wanted) - rank(other, wanted));
  const entries = [
    ...inGroups(ranked),
    ...nodeEntries(session, text),
    ...stepEntries(session.editor, wanted),
  ];
  return entries.slice(0, MOST);
}

/** Each heading once, in the order of what is found best. */
function inGroups(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const groups = entries.map(({ group }) => group);
  return entries.toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));
}

function rank({ title, usable }: PaletteEntry, wanted: string): number {
  return (usable ? 0 : 2) + (title.toLowerCase().startsWith(wanted) ? 0 : 1);
}

function commandEntries(session: Session): readonly PaletteEntry[] {
  // The palette was opened from somewhere: what acts on the canvas acts on it again.
  const context = contextOf(session.editor, 'canvas');
  const { bindings } = keyBindings.getState();
  return COMMANDS.filter(({ id, when }) => id !== 'help.commands' && when !== 'connecting').map(
    (command) => ({
      key: command.id,
      group: command.section,
      title: command.title,
      detail: '',
      keys: keysOf(command, bindings).slice(0, 1),
      usable: canUse(command, context),
      run: () => give(session, command.id),
    }),
  );
}

function settingEntries(): readonly PaletteEntry[] {
  const entry = (dialog: OpenDialog, title: string): PaletteEntry => ({
    key: `open.${title}`,
    group: 'Settings',
    title,
    detail: '',
    keys: [],
    usable: true,
    run: () => openDialog(dialog),
  });
  return [
    entry({ kind: 'settings', section: 'appearance' }, 'Appearance'),
    entry({ kind: 'settings', section: 'keys' }, 'Change keys'),
    entry({ kind: 'settings', section: 'models' }, 'Models and connections'),
    entry({ kind: 'settings', section: 'runs' }, 'Resume interrupted runs automatically'),
    entry({ kind: 'settings', section: 'storage' }, 'Storage used'),
    entry({ kind: 'help', page: 'start' }, 'Help'),
  ];
}

function helpEntry({ name, title }: OfferedPage): PaletteEntry {
  const run = () => openDialog({ kind: 'help', page: name });
  return {
    key: `help.${name}`,
    group: 'Help',
    title: `Help: ${title}`,
    detail: '',
    keys: [],
    usable: true,
    run,
  };
}

function nodeEntries(session: Session, text: string): readonly PaletteEntry[] {
  return searchAll(session.editor, text).map(({ planId, plan, key, title, type }) => ({
    key: `node.${planId}${key}`,
    group: 'Nodes',
    title,
    detail: `${type} in ${plan}`,
    keys: [],
    usable: true,
    run: () => showNode(session.editor, planId, key),
  }));
}

function stepEntries(editor: Editor, wanted: string): readonly PaletteEntry[] {
  const { view } = editor.scene.getState();
  if (view === null) return [];
  return timelineOf(view)
    .rows.filter(({ title, address }) => `${title} ${address}`.toLowerCase().includes(wanted))
    .map(({ address, title, status }) => ({
      key: `step.${address}`,
      group: 'Steps of the run',
      title,
      detail: status,
      keys: [],
      usable: true,
      run: () => editor.select([address]),
    }));
}
