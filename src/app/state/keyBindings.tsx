import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type Chord,
  type CommandId,
  commandOf,
  isCommandId,
  type KeyBindings,
  keysOf,
  showChord,
} from '#editor';
import styles from './keyBindings.module.css';

const KEY = 'planloom.keys';

/** The keys that a person chose, kept in this browser and shared by all workspaces (E3). */
export const keyBindings = createStore<{ readonly bindings: KeyBindings }>(() => ({ bindings: stored() }));

/** Gives commands other keys; null gives one its own back. Kept where storage allows it, and valid at once. */
export function bindKeys(changes: readonly (readonly [CommandId, readonly Chord[] | null])[]): void {
  const bindings = new Map(Object.entries(keyBindings.getState().bindings));
  for (const [id, keys] of changes) {
    const own = commandOf(id).keys;
    const isOwn = keys === null || (keys.length === own.length && keys.every((one, at) => one === own[at]));
    if (isOwn) bindings.delete(id);
    else bindings.set(id, keys);
  }
  keep(Object.fromEntries(bindings));
}

/** Every command has its own keys again. */
export function resetKeys(): void {
  keep({});
}

/** The first key of each command, as this machine's keyboard names it; undefined where it has none. */
export function useKeyTexts(): (id: CommandId) => string | undefined {
  const bindings = useStore(keyBindings, (state) => state.bindings);
  return (id) => {
    const [first] = keysOf(commandOf(id), bindings);
    return first === undefined ? undefined : keyText(first);
  };
}

function keep(bindings: KeyBindings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(bindings));
  } catch {
    // Not kept where storage is refused; valid all the same.
  }
  keyBindings.setState({ bindings });
}

/** What was kept, as far as it is still one: commands come and go between versions. */
function stored(): KeyBindings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const known = Object.entries(kept).filter(([id, keys]) => isCommandId(id) && isListOfTexts(keys));
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** A key as this device's keyboard names it: `Mod` is Command or Ctrl. */
function keyText(keys: string): string {
  return showChord(keys, /Mac|iPhone|iPad/.test(navigator.userAgent));
}

export function Kbd({ keys }: { readonly keys: string }) {
  return <kbd className={styles.kbd}>{keyText(keys)}</kbd>;
}
