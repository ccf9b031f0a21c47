import { createStore } from 'zustand/vanilla';

/** What the user chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'planloom.theme';
const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

interface ThemeState {
  readonly choice: ThemeChoice;
  /** What is shown now. */
  readonly shown: 'light' | 'dark';
}

/** Null outside of a page: commands, which no screen is needed for, know this module. */
const darkScheme = typeof window === 'undefined' ? null : window.matchMedia('(prefers-color-scheme: dark)');

export const themeStore = createStore<ThemeState>(() => stateFor(stored()));

/** Chooses a theme, keeps it, and shows it at once. */
export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Not kept where storage is refused; shown all the same.
  }
  show(choice);
}

/** Follows the operating system from now on, while the choice is `system`. */
export function followSystemTheme(): void {
  darkScheme?.addEventListener('change', () => show(themeStore.getState().choice));
  show(themeStore.getState().choice);
}

function show(choice: ThemeChoice): void {
  const state = stateFor(choice);
  document.documentElement.dataset.theme = state.shown;
  themeStore.setState(state);
  // What draws on a 2D canvas has to read its colours anew.
  window.dispatchEvent(new Event('planloom:theme'));
}

function stateFor(choice: ThemeChoice): ThemeState {
  const dark = choice === 'dark' || (choice === 'system' && darkScheme?.matches === true);
  return { choice, shown: dark ? 'dark' : 'light' };
}

function stored(): ThemeChoice {
  try {
    const text = localStorage.getItem(KEY);
    return CHOICES.find((choice) => choice === text) ?? 'system';
  } catch {
    return 'system';
  }
}
