import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Spot } from '#canvas';
import {
  type AddOptions,
  COMMANDS,
  type Command,
  type CommandId,
  canUse,
  contextOf,
  type Editor,
  keysOf,
} from '#editor';
import { keyDown } from '../parts/browser';
import { openDialog } from '../state/dialogs';
import { Kbd, keyBindings } from '../state/keyBindings';
import { useSession } from '../state/session';
import styles from './CanvasMenu.module.css';
import { give } from './give';

/** What can be done where the canvas was clicked with the right button, or with the menu key. */
export function CanvasMenu() {
  const open = useStore(canvasMenu, (menu) => menu.open);
  return open === null ? null : <Menu menu={open} />;
}

function Menu({ menu }: { readonly menu: OpenMenu }) {
  const session = useSession();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const surface = ref.current;
    if (surface === null) return;
    const before = document.activeElement;
    surface.showPopover();
    place(surface, menu.at);
    // What the same click chooses takes the focus when it is drawn: the menu has it after that.
    const frame = requestAnimationFrame(() =>
      surface.querySelector('button')?.focus({ preventScroll: true }),
    );
    // An `auto` popover would take the end of the very click that opened it for one beside it.
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !surface.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('pointerdown', onPointer, true);
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [menu]);
  const pick = (command: Command) => {
    close();
    if (command.id === 'node.add') openDialog({ kind: 'adder', options: menu.add });
    else give(session, command.id);
  };
  return (
    <div
      ref={ref}
      popover="manual"
      role="menu"
      aria-label="What can be done here"
      tabIndex={-1}
      className={styles.menu}
      onKeyDown={keyDown(walk)}
    >
      {menu.commands.map((command) => (
        <button
          key={command.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          onClick={() => pick(command)}
        >
          <span>{command.title}</span>
          <FirstKey command={command} />
        </button>
      ))}
    </div>
  );
}

function FirstKey({ command }: { readonly command: Command }) {
  const [first] = useStore(keyBindings, ({ bindings }) => keysOf(command, bindings));
  if (first === undefined) return null;
  return (
    <span aria-hidden>
      <Kbd keys={first} />
    </span>
  );
}

function close(): void {
  canvasMenu.setState({ open: null });
}

/** Arrows walk in a circle, Home and End to its ends, Tab and Escape close (WAI-ARIA menu pattern). */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const surface = event.currentTarget;
  const items = [...surface.querySelectorAll('button')];
  const at = items.findIndex((item) => item.matches(':focus'));
  const to = nextItem(event.key, at, items.length);
  if (event.key === 'Tab' || event.key === 'Escape') close();
  if (to === null) return;
  event.preventDefault();
  items.at(to)?.focus();
}

function nextItem(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

const MARGIN = 8;

/** Its corner where it was asked for; never out of the screen. */
function place(surface: HTMLElement, at: { readonly x: number; readonly y: number }): void {
  const { width, height } = surface.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(at.x, window.innerWidth - width - MARGIN));
  const top = Math.max(MARGIN, Math.min(at.y, window.innerHeight - height - MARGIN));
  surface.style.setProperty('--left', `${left}px`);
  surface.style.setProperty('--top', `${top}px`);
}

/** A menu that was asked for on the canvas: where, in client pixels, and what it offers. */
interface OpenMenu {
  readonly at: { readonly x: number; readonly y: number };
  readonly commands: readonly Command[];
  /** Where a node is added that is asked for here. */
  readonly add: AddOptions;
}

/** The menu that is open; null is none. */
const canvasMenu = createStore<{ open: OpenMenu | null }>(() => ({ open: null }));

const ON_NODE: readonly CommandId[] = [
  'select.open',
  'run.from',
  'run.only',
  'run.to',
  'node.rename',
  'node.add',
  'node.connect',
  'node.replace',
  'node.disable',
  'node.pin',
  'node.pin-calls',
  'node.try',
  'edit.copy',
  'edit.cut',
  'edit.duplicate',
  'edit.group',
  'edit.extract',
  'edit.delete',
];
const ON_SEVERAL: readonly CommandId[] = [
  'edit.copy',
  'edit.cut',
  'edit.duplicate',
  'edit.group',
  'edit.extract',
  'node.disable',
  'arrange.tidy',
  'edit.delete',
];
const ON_EDGE: readonly CommandId[] = ['node.add', 'edit.delete'];
const ON_CANVAS: readonly CommandId[] = [
  'node.add',
  'node.note',
  'edit.paste',
  'select.all',
  'arrange.tidy',
  'view.fit',
  'view.reset',
];

/**
 * Opens the menu of what is under a spot, and chooses it: a node, the nodes that are chosen already, an edge, the bare
 * canvas. It offers what can be done now.
 */
export function openCanvasMenu(editor: Editor, key: string | null, spot: Spot): void {
  const { nodes } = editor.selection.getState();
  if (key !== null && !nodes.has(key)) editor.select([key]);
  if (key === null && spot.edge !== null) editor.select([], [spot.edge]);
  const several = key !== null && editor.selection.getState().nodes.size > 1;
  const ids = key === null ? (spot.edge === null ? ON_CANVAS : ON_EDGE) : several ? ON_SEVERAL : ON_NODE;
  const context = contextOf(editor, 'canvas');
  const commands = ids.flatMap((id) => COMMANDS.filter((one) => one.id === id && canUse(one, context)));
  const isBare = key === null && spot.edge === null;
  const add = isBare ? { into: spot.parent, at: spot.at } : {};
  canvasMenu.setState({ open: commands.length === 0 ? null : { at: spot.client, commands, add } });
}
