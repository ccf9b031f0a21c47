import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PanelAt } from './panels';
import { useScene, useSession } from './session';

/** Setup, In and out, Attempts, Definition. */
export type InspectorTab = 'setup' | 'values' | 'attempts' | 'definition';

/** Sizes (CSS pixels) and folds of the panels; kept between visits, apart from any document. */
export interface LayoutState {
  readonly left: number;
  readonly inspector: number;
  /** Width of the inspector while an answer is read in it. */
  readonly answer: number;
  /** Whether answers that were not asked for by the field are read in that width, too. */
  readonly answerWide: boolean;
  readonly dock: number;
  readonly variables: number;
  readonly leftOpen: boolean;
  readonly inspectorOpen: boolean;
  readonly dockOpen: boolean;
  /** Whether the words of a model at work are shown under its figures. */
  readonly wordsOpen: boolean;
  readonly documentsOpen: boolean;
  readonly promptsOpen: boolean;
  readonly featuresOpen: boolean;
  readonly parsersOpen: boolean;
  readonly plannersOpen: boolean;
  /** What was kept may be a panel of another version: who shows the tabs takes one of its own then (`shownAt`). */
  readonly leftTab: PanelAt<'left'>;
  readonly dockTab: PanelAt<'dock'>;
  readonly inspectorTab: InspectorTab;
  readonly planTab: 'run' | 'plan';
  /** Whose plan attempts are listed. */
  readonly attemptsOf: 'run' | 'all' | 'reliability';
}

/** Bounds of what can be resized, in CSS pixels; only an answer that is read may take more than half of the canvas. */
export const BOUNDS = {
  left: [200, 420],
  inspector: [280, 560],
  answer: [328, 1000],
  dock: [140, 560],
  variables: [240, 640],
} as const;

const KEY = 'planloom.layout';
const INITIAL: LayoutState = {
  left: 248,
  inspector: 328,
  answer: 852,
  answerWide: false,
  dock: 264,
  variables: 420,
  leftOpen: true,
  inspectorOpen: true,
  dockOpen: true,
  wordsOpen: true,
  documentsOpen: true,
  promptsOpen: false,
  featuresOpen: false,
  parsersOpen: false,
  plannersOpen: false,
  leftTab: 'palette',
  dockTab: 'timeline',
  inspectorTab: 'setup',
  planTab: 'run',
  attemptsOf: 'run',
};

/** What the tabs can be that are no panels. */
const CHOICES = {
  inspectorTab: ['setup', 'values', 'attempts', 'definition'] satisfies InspectorTab[],
  planTab: ['run', 'plan'] satisfies LayoutState['planTab'][],
  attemptsOf: ['run', 'all', 'reliability'] satisfies LayoutState['attemptsOf'][],
};

export const layoutStore = createStore<LayoutState>(() => ({ ...INITIAL, ...stored() }));

/** Lists the plan attempts of the shown run, or of all. */
export function showAttemptsOf(attemptsOf: LayoutState['attemptsOf']): void {
  layoutStore.setState({ attemptsOf });
}

layoutStore.subscribe((state) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // Where storage is refused the panels are as wide as designed at every visit.
  }
});

function stored(): Partial<LayoutState> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? known(value) : {};
  } catch {
    return {};
  }
}

/** Takes over only what a panel can have: the text may be of another version, or damaged. */
function known(value: object): Partial<LayoutState> {
  const entries = Object.entries(INITIAL).flatMap(([key, initial]) => {
    const kept: unknown = Reflect.get(value, key);
    return typeof kept === typeof initial && isPossible(key, kept) ? [[key, kept]] : [];
  });
  return Object.fromEntries(entries);
}

function isPossible(key: string, kept: unknown): boolean {
  const bounds: readonly [number, number] | undefined = Reflect.get(BOUNDS, key);
  if (bounds !== undefined) return Number(kept) >= bounds[0] && Number(kept) <= bounds[1];
  const choices: readonly unknown[] | undefined = Reflect.get(CHOICES, key);
  return choices?.includes(kept) ?? true;
}

/** The plan of the question that was asked last, until somebody makes its answer narrow: for this visit only. */
export const askedPlanStore = createStore<{
  readonly workspace: string | null;
  readonly plan: string | null;
}>(() => ({ workspace: null, plan: null }));

/** From here on its answer is as wide as others are read. */
export function narrowAnswer(): void {
  askedPlanStore.setState({ workspace: null, plan: null });
}

/** Shows a panel under the canvas. @param height what it needs at least, in CSS pixels */
export function showInDock(dockTab: PanelAt<'dock'>, height = 0): void {
  layoutStore.setState(({ dock }) => ({ dockOpen: true, dockTab, dock: Math.max(dock, height) }));
}

/** Below this the interface is the phone's: one thing at a time. */
export const PHONE = '(max-width: 699px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Height of a row that is pressed, in CSS pixels: as dense as designed at a desk, a finger's width in a hand. */
export function useRowHeight(atDesk: number): number {
  return useMedia(PHONE) ? 44 : atDesk;
}

/** Whether the open plan is the one whose question was asked last, and nobody has made its answer narrow since. */
export function useIsAsked(): boolean {
  const { id } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? null);
  const asked = useStore(askedPlanStore);
  return plan !== null && asked.plan === plan && asked.workspace === id;
}
