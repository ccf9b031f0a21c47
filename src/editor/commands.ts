import type { CommandContext } from './commandContext';
import { type Chord, chordOf, type KeyPress } from './keys';

/** When a command can be given; letter keys act only while the canvas or a node has the focus (E3). */
export type When =
  /** Anywhere, text fields included. */
  | 'always'
  /** Anywhere but in a text field, which has its own undo, copy and paste. */
  | 'outside-text'
  | 'canvas'
  /** On the canvas, and the plan can be edited. */
  | 'editing'
  /** The same, while no run is shown: there the key means its steps. */
  | 'designing'
  /** On the canvas, while an edge is being drawn with the keyboard. */
  | 'connecting'
  /** On the turns that the card of an agent tells. */
  | 'turns'
  | 'run-active'
  /** A run is paused: the debugger's keys, and only then (browsers own some of them). */
  | 'run-stopped'
  | 'run-shown'
  /** On the canvas, and a run is shown. */
  | 'on-run'
  /** A plan waits for approval. */
  | 'approval';

export type CommandSection =
  | 'Edit'
  | 'Select'
  | 'Arrange'
  | 'View'
  | 'Run'
  | 'Time travel'
  | 'Workspace'
  | 'Help';

/** One command of the product: in menus, in the palette and on keys it is the same one (E3). */
export interface Command {
  readonly id: CommandId;
  readonly title: string;
  readonly section: CommandSection;
  readonly when: When;
  /** Every command has at least one. */
  readonly keys: readonly Chord[];
}

function command<Id extends string>(
  id: Id,
  section: CommandSection,
  title: string,
  when: When,
  ...keys: readonly Chord[]
) {
  return { id, title, section, when, keys } as const;
}

const TABLE = [
  // While connecting, arrows, Enter and Escape mean the edge: these stand before those of the canvas.
  command('connect.next', 'Edit', 'Next port or target', 'connecting', 'ArrowDown', 'ArrowRight'),
  command('connect.previous', 'Edit', 'Previous port or target', 'connecting', 'ArrowUp', 'ArrowLeft'),
  command('connect.port', 'Edit', 'Another port', 'connecting', 'Tab'),
  command('connect.finish', 'Edit', 'Connect', 'connecting', 'Enter'),
  command('connect.cancel', 'Edit', 'Stop connecting', 'connecting', 'Escape'),

  command('edit.undo', 'Edit', 'Undo', 'outside-text', 'Mod+Z'),
  command('edit.redo', 'Edit', 'Redo', 'outside-text', 'Mod+Shift+Z', 'Mod+Y'),
  command('node.add', 'Edit', 'Add node', 'editing', 'N'),
  command('node.note', 'Edit', 'Add note', 'editing', 'Shift+S'),
  command('node.connect', 'Edit', 'Connect from here', 'editing', 'C'),
  command('node.rename', 'Edit', 'Rename', 'editing', 'F2'),
  command('node.replace', 'Edit', 'Replace', 'designing', 'R'),
  command('node.disable', 'Edit', 'Disable or enable', 'editing', 'D'),
  command('node.pin', 'Run', 'Pin', 'canvas', 'P'),
  command('node.pin-calls', 'Run', 'Pin every call', 'canvas', 'Shift+P'),
  command('node.try', 'Run', 'Try it', 'canvas', 'Y'),
  command('edit.delete', 'Edit', 'Delete and heal', 'editing', 'Delete', 'Backspace'),
  command('edit.delete-only', 'Edit', 'Delete without healing', 'editing', 'Shift+Delete', 'Shift+Backspace'),
  command('edit.copy', 'Edit', 'Copy', 'outside-text', 'Mod+C'),
  command('edit.cut', 'Edit', 'Cut', 'outside-text', 'Mod+X'),
  command('edit.paste', 'Edit', 'Paste', 'outside-text', 'Mod+V'),
  command('edit.duplicate', 'Edit', 'Duplicate', 'editing', 'Mod+D'),
  command('edit.group', 'Edit', 'Group', 'editing', 'Mod+G'),
  command('edit.extract', 'Edit', 'Extract into a sub-plan', 'editing', 'Alt+X'),
  command('plan.change', 'Edit', 'Change the plan by a sentence', 'editing', 'Alt+Shift+C'),

  command('select.all', 'Select', 'Select all', 'canvas', 'Mod+A'),
  command('select.upstream', 'Select', 'Select everything upstream', 'canvas', 'Shift+ArrowLeft'),
  command('select.downstream', 'Select', 'Select everything downstream', 'canvas', 'Shift+ArrowRight'),
  command('select.left', 'Select', 'Go to the node before', 'canvas', 'ArrowLeft'),
  command('select.right', 'Select', 'Go to the node after', 'canvas', 'ArrowRight'),
  command('select.up', 'Select', 'Go to the node above', 'canvas', 'ArrowUp'),
  command('select.down', 'Select', 'Go to the node below', 'canvas', 'ArrowDown'),
  command('select.edge', 'Select', 'Go to an edge, or the next', 'canvas', 'E'),
  command('select.edge-back', 'Select', 'Go to the edge before', 'canvas', 'Shift+E'),
  command('select.change', 'Select', 'Go to the next change of a plan', 'canvas', 'J'),
  command('select.change-back', 'Select', 'Go to the change before', 'canvas', 'K'),
  command('select.open', 'Select', 'Open', 'canvas', 'Enter'),
  command('select.leave', 'Select', 'Leave group', 'canvas', 'Escape'),

  command('arrange.tidy', 'Arrange', 'Tidy', 'editing', 'Alt+Shift+T'),
  command('arrange.left', 'Arrange', 'Align left', 'editing', 'Alt+Shift+ArrowLeft'),
  command('arrange.right', 'Arrange', 'Align right', 'editing', 'Alt+Shift+ArrowRight'),
  command('arrange.top', 'Arrange', 'Align top', 'editing', 'Alt+Shift+ArrowUp'),
  command('arrange.bottom', 'Arrange', 'Align bottom', 'editing', 'Alt+Shift+ArrowDown'),
  command('arrange.across', 'Arrange', 'Spread across', 'editing', 'Alt+Shift+H'),
  command('arrange.down', 'Arrange', 'Spread down', 'editing', 'Alt+Shift+V'),
  command('arrange.move-left', 'Arrange', 'Move left', 'editing', 'Alt+ArrowLeft'),
  command('arrange.move-right', 'Arrange', 'Move right', 'editing', 'Alt+ArrowRight'),
  command('arrange.move-up', 'Arrange', 'Move up', 'editing', 'Alt+ArrowUp'),
  command('arrange.move-down', 'Arrange', 'Move down', 'editing', 'Alt+ArrowDown'),
  command('arrange.collapse', 'Arrange', 'Collapse or expand', 'canvas', 'Space'),

  command('view.fit', 'View', 'Fit', 'canvas', '1'),
  command('view.reset', 'View', 'Zoom to 100 %', 'canvas', '0'),
  command('view.zoom-in', 'View', 'Zoom in', 'canvas', '+', '='),
  command('view.zoom-out', 'View', 'Zoom out', 'canvas', '-'),
  command('view.proving', 'View', 'Proving ground', 'always', 'Mod+Alt+E'),
  command('view.find', 'View', 'Find a node', 'outside-text', '/'),
  command('view.ledger', 'View', 'Ledger', 'canvas', 'L'),
  command('view.input', 'View', 'Input', 'canvas', 'I'),
  command('view.output', 'View', 'Output', 'canvas', 'O'),
  command('view.problems', 'View', 'Problems', 'always', 'Mod+Shift+M'),
  command('view.state', 'View', 'State view', 'canvas', 'S'),
  command('view.theme', 'View', 'Light or dark', 'always', 'Mod+Alt+L'),

  command('run.start', 'Run', 'Run', 'always', 'Mod+Enter'),
  command('run.start-with', 'Run', 'Start with inputs, session, order', 'always', 'Mod+Shift+Enter'),
  command('run.what-if', 'Run', 'What if', 'canvas', 'W'),
  command('run.resume', 'Run', 'Resume', 'run-stopped', 'F8'),
  command('run.step', 'Run', 'Step', 'run-stopped', 'F10'),
  command('run.step-into', 'Run', 'Step into', 'run-stopped', 'Alt+F10'),
  command('run.step-out', 'Run', 'Step out', 'run-stopped', 'Shift+F10'),
  command('run.pause', 'Run', 'Pause', 'run-active', 'F8'),
  command('run.cancel', 'Run', 'Cancel', 'run-active', 'Mod+.'),
  command('run.approve', 'Run', 'Approve', 'approval', 'Alt+A'),
  command('run.always', 'Run', 'Always for this run', 'approval', 'Alt+Shift+A'),
  command('run.reject', 'Run', 'Reject', 'approval', 'Alt+R'),
  command('run.another', 'Run', 'Ask for another', 'approval', 'Alt+N'),
  command('run.from', 'Run', 'Run from here', 'on-run', 'R'),
  command('run.only', 'Run', 'Run only this', 'on-run', 'Shift+R'),
  command('run.to', 'Run', 'Run to here', 'canvas', 'T'),
  command('run.retry', 'Run', 'Retry from failed', 'run-shown', 'Alt+Shift+R'),
  command('run.fork', 'Run', 'Fork', 'run-shown', 'F'),
  command('run.promote', 'Run', 'Promote', 'run-shown', 'Alt+P'),

  command('travel.back', 'Time travel', 'One entry back', 'run-shown', ','),
  command('travel.forward', 'Time travel', 'One entry forward', 'run-shown', '.'),
  command('travel.first', 'Time travel', 'To the first entry', 'run-shown', 'Shift+Home'),
  command('travel.live', 'Time travel', 'Live', 'run-shown', 'Shift+End'),
  command('travel.round-back', 'Time travel', 'Round before', 'run-shown', '['),
  command('travel.round-forward', 'Time travel', 'Next round', 'run-shown', ']'),
  command('travel.round-failed', 'Time travel', 'Next failed round', 'canvas', 'Shift+F'),
  command('travel.turn-back', 'Time travel', 'Turn before', 'turns', 'ArrowUp'),
  command('travel.turn-forward', 'Time travel', 'Next turn', 'turns', 'ArrowDown'),
  command('travel.turns-leave', 'Time travel', 'Back to the agent', 'turns', 'Escape'),
  command('travel.leave', 'Time travel', 'Back to the plan', 'run-shown', 'Alt+Backspace'),

  command('workspace.share', 'Workspace', 'Share', 'always', 'Mod+Shift+S'),
  command('workspace.export', 'Workspace', 'Export', 'always', 'Mod+Shift+E'),
  command('workspace.import', 'Workspace', 'Import', 'always', 'Mod+O'),
  command('workspace.history', 'Workspace', 'History and checkpoints', 'always', 'Mod+S'),
  command('workspace.settings', 'Workspace', 'Settings', 'always', 'Mod+,'),

  command('help.commands', 'Help', 'Commands', 'always', 'Mod+K'),
  command('help.keys', 'Help', 'Keys', 'outside-text', '?'),
] as const;

export type CommandId = (typeof TABLE)[number]['id'];

/** Every command, in the order of the palette's sections. */
export const COMMANDS: readonly Command[] = TABLE;

/** Keys that a person chose, by command; they replace all of its own. */
export type KeyBindings = Readonly<Partial<Record<CommandId, readonly Chord[]>>>;

/** The keys of a command: those that a person chose, else its own. */
export function keysOf({ id, keys }: Command, bindings: KeyBindings): readonly Chord[] {
  return bindings[id] ?? keys;
}

/** Why a command cannot have a key; null when it can. */
export function keyRefused({ when }: Command, chord: Chord): string | null {
  const key = chord.split(/\+(?=.)/).at(-1) ?? '';
  if (key === 'Tab' && when !== 'connecting') return 'Tab moves the focus.';
  const types = key.length === 1 || key === 'Space' || key === 'Enter' || key === 'Backspace';
  const isPlain = !/^(?:Mod|Alt)\+/.test(chord);
  return when === 'always' && types && isPlain ? 'It types in text fields. Add Ctrl or Alt.' : null;
}

/** The other commands that have a key at a time when this one can be given, too. */
export function conflictsOf(command: Command, chord: Chord, bindings: KeyBindings): readonly Command[] {
  return COMMANDS.filter(
    (other) =>
      other.id !== command.id &&
      keysOf(other, bindings).includes(chord) &&
      // While an edge is drawn its own keys go first.
      (other.when === 'connecting') === (command.when === 'connecting') &&
      CONTEXTS.some((context) => canUse(command, context) && canUse(other, context)),
  );
}

/** Every situation in which a key may be pressed. */
const CONTEXTS: readonly CommandContext[] = (['canvas', 'turns', 'text', 'elsewhere'] as const).flatMap(
  (focus) =>
    Array.from({ length: 256 }, (_, bits) => ({
      focus,
      readOnly: (bits & 1) > 0,
      connecting: (bits & 2) > 0,
      runShown: (bits & 4) > 0,
      stands: (bits & 4) > 0 || (bits & 128) > 0,
      runActive: (bits & 8) > 0,
      runStopped: (bits & 16) > 0,
      approval: (bits & 32) > 0,
      alone: (bits & 64) > 0,
    })),
);

/** The command that a key press gives here and now; null when it is no key of ours. */
export function commandForKey(
  press: KeyPress,
  context: CommandContext,
  bindings: KeyBindings = {},
): CommandId | null {
  const chord = chordOf(press);
  if (chord === null) return null;
  for (const one of COMMANDS) {
    if (keysOf(one, bindings).includes(chord) && canUse(one, context)) return one.id;
  }
  return null;
}

/** Sections whose commands are about runs, or about the workspace as a whole. */
const BESIDE_A_PLAN: ReadonlySet<CommandSection> = new Set(['Run', 'Time travel', 'Workspace']);
/** The others that need more than the plan. */
const OF_WORKSPACE: ReadonlySet<CommandId> = new Set([
  'edit.extract',
  'plan.change',
  'view.ledger',
  'view.state',
]);

/** Whether a command can be given now; the palette lists those that can first. */
export function canUse({ id, section, when }: Command, context: CommandContext): boolean {
  if (context.alone && when !== 'approval' && (BESIDE_A_PLAN.has(section) || OF_WORKSPACE.has(id)))
    return false;
  const onCanvas = context.focus === 'canvas';
  switch (when) {
    case 'always':
      return true;
    case 'outside-text':
      return context.focus !== 'text';
    case 'canvas':
      return onCanvas;
    case 'editing':
      return onCanvas && !context.readOnly;
    case 'designing':
      return onCanvas && !context.readOnly && !context.stands;
    case 'on-run':
      return onCanvas && context.stands;
    case 'connecting':
      return onCanvas && context.connecting;
    case 'turns':
      return context.focus === 'turns';
    case 'run-active':
      return context.runActive && !context.runStopped;
    case 'run-stopped':
      return context.runStopped;
    case 'run-shown':
      return context.runShown && context.focus !== 'text';
    case 'approval':
      return context.approval && context.focus !== 'text';
  }
}

export function isCommandId(text: string): text is CommandId {
  return COMMANDS.some(({ id }) => id === text);
}

/** A command by its id. */
export function commandOf(id: CommandId): Command {
  const found = COMMANDS.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`there is no command ${id}`);
  return found;
}
