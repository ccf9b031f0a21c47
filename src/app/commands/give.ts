import { type CommandId, copySelection, pasteText, removeSelection, runCommand } from '#editor';
import { adjustPlace, placeStore } from '../state/address';
import { canvasOfPage } from '../state/canvas';
import { openDialog } from '../state/dialogs';
import { showInDock } from '../state/layout';
import { sayThrown } from '../state/sayTrouble';
import type { Session } from '../state/session';
import { chooseTheme, themeStore } from '../theme/theme';

/** Gives a command: the editor does what it can, the page the rest (E3). What fails, a clipboard that is refused, is said. */
export function give(session: Session, id: CommandId): void {
  if (runCommand(session.editor, id)) return;
  Promise.resolve(commandOfPage(id)?.(session)).catch((thrown) =>
    sayThrown(thrown, 'That could not be done here.'),
  );
}

/** What the page does for a command: a feature's, else its own. A command that nobody has does nothing. */
export function commandOfPage(id: CommandId): PageCommands[CommandId] {
  return offeredCommand(id) ?? OF_PAGE[id];
}

/** What only the page can do, and no feature offers. */
const OF_PAGE: PageCommands = {
  'edit.copy': ({ editor }) => copy(copySelection(editor)),
  'edit.cut': async ({ editor }) => {
    if (await copy(copySelection(editor))) removeSelection(editor);
  },
  'edit.paste': async ({ editor }) => pasteText(editor, await navigator.clipboard.readText()),
  'view.fit': () => canvasOfPage()?.fit(),
  'view.reset': () => canvasOfPage()?.resetZoom(),
  'view.zoom-in': () => canvasOfPage()?.zoomIn(),
  'view.zoom-out': () => canvasOfPage()?.zoomOut(),
  'view.find': () => openDialog({ kind: 'commands' }),
  'view.ledger': () => showInDock('ledger'),
  'view.problems': () => openDialog({ kind: 'problems' }),
  'view.state': () => adjustPlace({ view: placeStore.getState().view === 'state' ? 'canvas' : 'state' }),
  'view.theme': () => chooseTheme(themeStore.getState().shown === 'dark' ? 'light' : 'dark'),
  'workspace.share': () => openDialog({ kind: 'share', tab: 'link' }),
  'workspace.export': () => openDialog({ kind: 'share', tab: 'export' }),
  'workspace.import': () => openDialog({ kind: 'import' }),
  'workspace.history': () => openDialog({ kind: 'history' }),
  'workspace.settings': () => openDialog({ kind: 'settings' }),
  'help.commands': () => openDialog({ kind: 'commands' }),
  'help.keys': () => openDialog({ kind: 'keys' }),
};

async function copy(text: string | null): Promise<boolean> {
  if (text === null) return false;
  await navigator.clipboard.writeText(text);
  return true;
}

/** What the page does for commands. What is given back is waited for; what is thrown is said. */
export type PageCommands = Readonly<Partial<Record<CommandId, (session: Session) => unknown>>>;

let offered: PageCommands = {};

/** A feature's own commands, from when its screen is loaded. Of two for one command the later is given. */
export function offerCommands(commands: PageCommands): void {
  offered = { ...offered, ...commands };
}

export function offeredCommand(id: CommandId): PageCommands[CommandId] {
  return offered[id];
}

/** A help page that may be offered. */
export interface OfferedPage {
  readonly name: string;
  readonly title: string;
}

let load: () => Promise<readonly OfferedPage[]> = () => Promise.resolve([]);

/** Says where help pages come from: they are loaded when somebody looks for something, not before. */
export function offerPages(from: () => Promise<readonly OfferedPage[]>): void {
  load = from;
}

export function loadOfferedPages(): Promise<readonly OfferedPage[]> {
  return load();
}
