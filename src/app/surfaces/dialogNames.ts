import type { OpenDialog } from '../state/dialogs';

/** What each dialog is called where it cannot be shown. */
export const DIALOG_NAMES = {
  import: 'Import',
  settings: 'Settings',
  connection: 'New connection',
  share: 'Share',
  history: 'History',
  menu: 'Menu',
  panel: 'Panel',
  trust: 'Trust this workspace?',
  problems: 'Problems',
  commands: 'Commands',
  keys: 'Keys',
  adder: 'Add a node',
  document: 'Document',
  prompt: 'Prompt',
  parser: 'Parser',
  feature: 'Feature',
  standIns: 'Missing capabilities',
  inputs: 'Run',
  goOn: 'Run from here?',
  pin: 'Pin',
  promote: 'Promote',
  help: 'Help',
} as const satisfies Readonly<Record<OpenDialog['kind'], string>>;
