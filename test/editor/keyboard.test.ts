import { describe, expect, test } from 'vitest';
import {
  COMMANDS,
  type CommandContext,
  type CommandId,
  canUse,
  chordOf,
  commandForKey,
  commandOf,
  conflictsOf,
  handleKey,
  type KeyPress,
  keyRefused,
  moveNodes,
  runCommand,
  showChord,
} from '#editor';
import { edgesOf, editorOn } from './editorOn';

const onCanvas: CommandContext = {
  focus: 'canvas',
  readOnly: false,
  connecting: false,
  runShown: false,
  stands: false,
  runActive: false,
  runStopped: false,
  approval: false,
  alone: false,
};

describe('E3 keys', () => {
  test.each<[Partial<KeyPress>, string | null]>([
    [{ key: 'n' }, 'N'],
    [{ key: 'z', ctrlKey: true }, 'Mod+Z'],
    [{ key: 'Z', metaKey: true, shiftKey: true }, 'Mod+Shift+Z'],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: '+', shiftKey: true }, '+'],
    [{ key: 'ArrowLeft', shiftKey: true }, 'Shift+ArrowLeft'],
    [{ key: ' ' }, 'Space'],
    [{ key: 'å', code: 'KeyA', altKey: true }, 'Alt+A'],
    [{ key: '˝', code: 'KeyT', altKey: true, shiftKey: true }, 'Alt+Shift+T'],
    [{ key: 'Shift', shiftKey: true }, null],
    [{ key: 'a', isComposing: true }, null],
  ])('%j is %s', (press, chord) => {
    expect(chordOf({ key: '', ...press })).toBe(chord);
  });

  test('are shown as each platform writes them', () => {
    expect(showChord('Mod+Shift+Z')).toBe('Ctrl+Shift+Z');
    expect(showChord('Mod+Shift+Z', true)).toBe('⇧⌘Z');
    expect(showChord('+')).toBe('+');
    expect(showChord('Alt+Shift+ArrowLeft')).toBe('Alt+Shift+←');
  });

  test('every command has one, and no two commands that can be given at the same time share one', () => {
    for (const command of COMMANDS) expect(command.keys.length, command.id).toBeGreaterThan(0);
    const situations: CommandContext[] = [
      onCanvas,
      { ...onCanvas, runShown: true, stands: true, runActive: true },
      { ...onCanvas, runShown: true, stands: true, runActive: true, runStopped: true },
      { ...onCanvas, approval: true, runShown: true, stands: true, runActive: true },
      { ...onCanvas, readOnly: true },
      { ...onCanvas, focus: 'elsewhere' },
    ];
    for (const context of situations) {
      const usable = COMMANDS.filter((command) => canUse(command, context));
      const chords = usable.flatMap((command) => command.keys);
      expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([]);
    }
    for (const command of COMMANDS) {
      for (const chord of command.keys) expect(chordOf(pressOf(chord)), command.id).toBe(chord);
    }
  });

  test('a letter acts only while the canvas has the focus', () => {
    expect(commandForKey({ key: 'n' }, onCanvas)).toBe('node.add');
    expect(commandForKey({ key: 'n' }, { ...onCanvas, focus: 'elsewhere' })).toBeNull();
    expect(commandForKey({ key: 'n' }, { ...onCanvas, focus: 'text' })).toBeNull();
  });

  test('a text field keeps its own undo, copy and paste; the palette opens everywhere', () => {
    const inText: CommandContext = { ...onCanvas, focus: 'text' };
    for (const key of ['z', 'c', 'v']) expect(commandForKey({ key, ctrlKey: true }, inText)).toBeNull();
    expect(commandForKey({ key: 'k', ctrlKey: true }, inText)).toBe('help.commands');
    expect(commandForKey({ key: 'Enter', metaKey: true }, inText)).toBe('run.start');
  });

  test('a read-only view keeps the keys that only look', () => {
    const reading: CommandContext = { ...onCanvas, readOnly: true };
    expect(commandForKey({ key: 'Delete' }, reading)).toBeNull();
    expect(commandForKey({ key: 'ArrowLeft' }, reading)).toBe('select.left');
    expect(commandForKey({ key: '1' }, reading)).toBe('view.fit');
  });

  test("the debugger's keys act only while a run is stopped", () => {
    expect(commandForKey({ key: 'F10' }, onCanvas)).toBeNull();
    expect(commandForKey({ key: 'F10' }, { ...onCanvas, runActive: true })).toBeNull();
    const stopped: CommandContext = { ...onCanvas, runActive: true, runStopped: true };
    expect(commandForKey({ key: 'F10' }, stopped)).toBe('run.step');
    expect(commandForKey({ key: 'F10', altKey: true }, stopped)).toBe('run.step-into');
    expect(commandForKey({ key: 'F8' }, stopped)).toBe('run.resume');
    expect(commandForKey({ key: 'F8' }, { ...onCanvas, runActive: true })).toBe('run.pause');
  });

  test('can be bound anew: the old key is free then', () => {
    const bindings = { 'node.add': ['A'] } as const;
    expect(commandForKey({ key: 'a' }, onCanvas, bindings)).toBe('node.add');
    expect(commandForKey({ key: 'n' }, onCanvas, bindings)).toBeNull();
  });
});

describe('walking', () => {
  const crossing = () => {
    const { editor } = editorOn(
      'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\nd: CAPABILITY echo\na -> b\na -> c',
    );
    moveNodes(
      editor,
      new Map([
        ['/a', { x: 0, y: 200 }],
        ['/b', { x: 300, y: 300 }],
        ['/c', { x: 300, y: 100 }],
        ['/d', { x: 0, y: 400 }],
      ]),
    );
    return editor;
  };
  const go = (editor: ReturnType<typeof crossing>, ...commands: CommandId[]) => {
    for (const command of commands) runCommand(editor, command);
    return editor.selection.getState().focus;
  };

  test('begins at the first node, goes along edges to the upper branch, and back', () => {
    expect(go(crossing(), 'select.right')).toBe('/a');
    expect(go(crossing(), 'select.right', 'select.right')).toBe('/c');
    expect(go(crossing(), 'select.right', 'select.right', 'select.left')).toBe('/a');
  });

  test('up and down go to what is nearest there, and stay where nothing is', () => {
    expect(go(crossing(), 'select.right', 'select.right', 'select.down')).toBe('/b');
    expect(go(crossing(), 'select.right', 'select.down')).toBe('/d');
    expect(go(crossing(), 'select.right', 'select.down', 'select.down')).toBe('/d');
  });

  test('Enter goes into a box, Escape out of it', () => {
    const { editor } = editorOn('box: GROUP ASYNC\n  x: CAPABILITY echo');
    expect(go(editor, 'select.right', 'select.open')).toBe('/box/x');
    expect(editor.scene.getState().inside).toBe('/box');
    go(editor, 'select.leave');
    expect(editor.selection.getState().focus).toBeNull();
    expect(go(editor, 'select.leave')).toBe('/box');
    expect(editor.scene.getState().inside).toBeNull();
  });

  test('Enter on a card is for the app: it opens the inspector', () => {
    const editor = crossing();
    go(editor, 'select.right');
    expect(handleKey(editor, { key: 'Enter' }, 'canvas')).toEqual({ command: 'select.open', done: false });
    expect(handleKey(editor, { key: 'n' }, 'canvas')).toEqual({ command: 'node.add', done: false });
    expect(handleKey(editor, { key: 'q' }, 'canvas')).toBeNull();
  });

  test('everything upstream and downstream', () => {
    const editor = crossing();
    editor.select(['/a']);
    go(editor, 'select.downstream');
    expect([...editor.selection.getState().nodes].sort()).toEqual(['/a', '/b', '/c']);
    expect(editor.selection.getState().focus).toBe('/a');
    editor.select(['/c']);
    go(editor, 'select.upstream');
    expect([...editor.selection.getState().nodes].sort()).toEqual(['/a', '/c']);
    go(editor, 'select.all');
    expect(editor.selection.getState().nodes.size).toBe(4);
    expect(editor.selection.getState().edges.size).toBe(2);
  });
});

describe('connecting without a mouse', () => {
  const press = (editor: ReturnType<typeof editorOn>['editor'], ...keys: string[]) => {
    for (const key of keys) handleKey(editor, { key }, 'canvas');
    return editor.connecting.getState().now?.spoken ?? null;
  };

  test('choose a port, walk what fits, Enter connects; every step is spoken', () => {
    const { editor } = editorOn(
      'gate: IF true\na: CAPABILITY echo\nb: CAPABILITY echo {name: "Second"}\nnote: NOTE x',
    );
    editor.select(['/gate']);
    expect(press(editor, 'c')).toBe('Connect If from port then, 1 of 3. Enter chooses it.');
    expect(press(editor, 'ArrowDown')).toBe('Connect If from port else, 2 of 3. Enter chooses it.');
    expect(press(editor, 'Enter')).toBe('Port else of If to echo, CAPABILITY, 1 of 2. Enter connects.');
    expect(press(editor, 'ArrowDown')).toBe('Port else of If to Second, CAPABILITY, 2 of 2. Enter connects.');
    expect(press(editor, 'Enter')).toBeNull();
    expect(edgesOf(editor)).toEqual(['gate:else->b']);
    expect(editor.selection.getState().focus).toBe('/b');
  });

  test('a node with one port goes straight to the targets; Tab takes another port; the list goes round', () => {
    const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo');
    editor.select(['/a']);
    expect(press(editor, 'c')).toContain('Port out of echo to echo, CAPABILITY, 1 of 2');
    expect(press(editor, 'ArrowUp')).toContain('2 of 2');
    expect(press(editor, 'Tab')).toContain('Port error of echo to echo, CAPABILITY, 1 of 2');
    press(editor, 'Enter');
    expect(edgesOf(editor)).toEqual(['a:error->b']);
  });

  test('Escape leaves without an edge, and with nothing to connect to it says so', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    editor.select(['/a']);
    expect(press(editor, 'c')).toBe('Nothing can follow port out of echo. Escape leaves.');
    expect(press(editor, 'ArrowDown', 'Enter')).toBeNull();
    expect(press(editor, 'c', 'Escape')).toBeNull();
    expect(edgesOf(editor)).toEqual([]);
  });

  test('an END has nothing to connect', () => {
    const { editor } = editorOn('e: END');
    editor.select(['/e']);
    expect(press(editor, 'c')).toBeNull();
  });
});

function pressOf(chord: string): KeyPress {
  const parts = chord.split(/\+(?=.)/);
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
}

describe('E3 keys that can be changed', () => {
  test('a chosen key gives the command, its own no longer does', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    const bindings = { 'edit.group': ['G'] };
    expect(handleKey(editor, { key: 'g' }, 'canvas', bindings)?.command).toBe('edit.group');
    expect(handleKey(editor, { key: 'g', ctrlKey: true }, 'canvas', bindings)).toBeNull();
  });

  test('what has the key at the same time is told; what has it at other times is not', () => {
    const ids = (id: CommandId, chord: string) =>
      conflictsOf(commandOf(id), chord, {}).map((command) => command.id);
    expect(ids('edit.group', 'N')).toEqual(['node.add']);
    expect(ids('run.pause', 'F8')).toEqual([]);
    expect(ids('edit.group', 'ArrowDown')).toEqual(['select.down']);
    expect(ids('edit.group', 'G')).toEqual([]);
  });

  test('no command has a key of another at the same time', () => {
    const doubled = COMMANDS.flatMap((command) =>
      command.keys.flatMap((chord) => conflictsOf(command, chord, {}).map(({ id }) => `${command.id} ${id}`)),
    );
    expect(doubled).toEqual([]);
  });

  test('a letter that would stop people from typing is refused, and Tab stays the focus’s', () => {
    expect(keyRefused(commandOf('run.start'), 'R')).not.toBeNull();
    expect(keyRefused(commandOf('run.start'), 'Mod+R')).toBeNull();
    expect(keyRefused(commandOf('edit.group'), 'R')).toBeNull();
    expect(keyRefused(commandOf('edit.group'), 'Tab')).not.toBeNull();
  });
});
