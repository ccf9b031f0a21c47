import { useEffect, useMemo, useState } from 'react';
import { COMMANDS, type CommandSection, canUse, contextOf, type Editor, keysOf, searchAll } from '#editor';
import { timelineOf } from '#projection';
import { PickList } from '../parts/Combobox';
import { Dialog } from '../parts/Dialog';
import { showNode } from '../state/canvas';
import { type DialogProps, type OpenDialog, openDialog } from '../state/dialogs';
import { Kbd, keyBindings } from '../state/keyBindings';
import { type Session, useSession } from '../state/session';
import styles from './CommandsDialog.module.css';
import { give, loadOfferedPages, type OfferedPage } from './give';

/** Every command, node, step and setting, by its name (E3). */
export default function CommandsDialog({ onClose }: DialogProps<'commands'>) {
  const session = useSession();
  const [text, setText] = useState('');
  const pages = useHelpPages();
  const entries = useMemo(() => paletteEntries(session, text, pages), [session, text, pages]);
  return (
    <Dialog title="Commands" bare onClose={onClose}>
      <PickList<PaletteEntry>
        label="Search commands"
        text={text}
        onText={setText}
        items={entries}
        empty={`No command matches “${text}”.`}
        draw={(entry) => (
          <>
            <span className={styles.title}>{entry.title}</span>
            <span className={styles.detail}>{entry.detail}</span>
            {entry.keys.map((keys) => (
              <Kbd key={keys} keys={keys} />
            ))}
          </>
        )}
        onPick={(entry) => {
          onClose();
          // After the dialog has given the focus back.
          requestAnimationFrame(() => entry.run());
        }}
      />
    </Dialog>
  );
}

/** The help pages come along when somebody looks for something, not before. */
function useHelpPages(): readonly OfferedPage[] {
  const [pages, setPages] = useState<readonly OfferedPage[]>([]);
  useEffect(() => {
    let gone = false;
    void loadOfferedPages().then((offered) => {
      if (!gone) setPages(offered);
    });
    return () => {
      gone = true;
    };
  }, []);
  return pages;
}

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
