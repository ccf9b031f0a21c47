import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ViewState } from '#editor';

/** What the address bar says (D5): which workspace, plan and run, where in its ledger, what was entered, and what is selected. */
export interface Place {
  readonly workspace: string | null;
  readonly plan: string | null;
  readonly run: string | null;
  /** Id of the run that an edit has left: what it came to stays on the plan (D7). */
  readonly left: string | null;
  /** Position in the ledger; null follows the run live. */
  readonly at: number | null;
  /** Key of the box whose inside is shown; null is the whole plan. */
  readonly inside: string | null;
  /** The SUB_PLANs that led to the plan, outermost first: the way back out. */
  readonly trail: ViewState['trail'];
  /** Key of the selected node. */
  readonly node: string | null;
  /** The plan, the machine that it is compiled to, or the field that asks what is there, or the proving ground. */
  readonly view: View;
}

export type View = 'canvas' | 'state' | 'ask' | 'proving';

const NOWHERE: Place = {
  workspace: null,
  plan: null,
  run: null,
  left: null,
  at: null,
  inside: null,
  trail: [],
  node: null,
  view: 'canvas',
};

/** Where no page is, as in Node, one is nowhere. */
export const placeStore = createStore<Place>(() =>
  typeof location === 'undefined' ? NOWHERE : readPlace(location.search),
);

/** Reads a query string. What it does not understand is as if it were not there. */
export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const at = Number(query.get('at') ?? Number.NaN);
  return {
    workspace: query.get('w'),
    plan: query.get('plan'),
    run: query.get('run'),
    left: query.get('left'),
    at: Number.isSafeInteger(at) && at >= 0 ? at : null,
    inside: query.get('in'),
    trail: query.getAll('via').flatMap(readStep),
    node: query.get('node'),
    view: viewOf(query.get('view')),
  };
}

/** Ids and keys have no blank. */
function readStep(text: string): ViewState['trail'] {
  const [planId = '', key = '', inside = null] = text.split(' ');
  return planId === '' || key === '' ? [] : [{ planId, key, inside }];
}

function viewOf(word: string | null): View {
  return word === 'state' || word === 'ask' || word === 'proving' ? word : 'canvas';
}

/** Writes a place as a query string; what is as usual is left out. */
export function writePlace(place: Place): string {
  const query = new URLSearchParams();
  if (place.workspace) query.set('w', place.workspace);
  if (place.plan) query.set('plan', place.plan);
  if (place.run) query.set('run', place.run);
  if (place.left) query.set('left', place.left);
  if (place.at !== null) query.set('at', String(place.at));
  if (place.inside) query.set('in', place.inside);
  for (const { planId, key, inside } of place.trail)
    query.append('via', [planId, key, ...(inside === null ? [] : [inside])].join(' '));
  if (place.node) query.set('node', place.node);
  if (place.view !== 'canvas') query.set('view', place.view);
  const text = query.toString();
  return text === '' ? location.pathname : `?${text}`;
}

/** How often this page has gone, or has set out to go, somewhere else. */
let ways = 0;

/**
 * Sets out for a place that is still to be made ready. The returned function goes there, unless somebody has gone, or set
 * out for, somewhere else meanwhile: what was asked for last is what is shown.
 *
 * @param go how the page goes there
 * @returns says whether it went
 */
export function setOut(go = goTo): (place: Partial<Place>) => boolean {
  const way = ++ways;
  return (place) => {
    const isLast = way === ways;
    if (isLast) go(place);
    return isLast;
  };
}

/** Goes somewhere else: a new entry of the history, so that Back returns. */
export function goTo(place: Partial<Place>): void {
  ways++;
  const next = { ...NOWHERE, ...place };
  placeStore.setState(next);
  history.pushState(null, '', writePlace(next));
}

/** Goes somewhere else in place of the entry that is open: Back leads to what was before it. */
export function replacePlace(place: Partial<Place>): void {
  ways++;
  const next = { ...NOWHERE, ...place };
  placeStore.setState(next);
  history.replaceState(null, '', writePlace(next));
}

/**
 * Changes what is looked at here, without an entry in the history. Which run is shown, or was left, is written at once: a page that
 * is lost the next moment finds it again (K6).
 */
export function adjustPlace(change: Partial<Place>): void {
  const before = placeStore.getState();
  const next = { ...before, ...change };
  placeStore.setState(next);
  if (next.run !== before.run || next.left !== before.left) writeNow();
  else if (pending === 0) pending = window.setTimeout(writeNow, WRITE_MS);
}

/** Browsers refuse more than about 100 replaceState calls in 30 s; dragging the slider, or a run, would make more. */
const WRITE_MS = 400;
let pending = 0;

function writeNow(): void {
  forgetWrite();
  history.replaceState(null, '', writePlace(placeStore.getState()));
}

function forgetWrite(): void {
  clearTimeout(pending);
  pending = 0;
}

export function followHistory(): void {
  window.addEventListener('popstate', () => {
    ways++;
    forgetWrite();
    placeStore.setState(readPlace(location.search));
  });
}

export function usePlace<T>(select: (place: Place) => T): T {
  return useStore(placeStore, select);
}

let load: () => Promise<unknown> = () => Promise.resolve();

/** Says how the screen of an open workspace is loaded: only the frame has it. */
export function setWorkspaceScreen(how: () => Promise<unknown>): void {
  load = how;
}

/**
 * For whoever is about to open a workspace: the screen arrives while the workspace is read and kept. Where it does not come,
 * the boundary says so when it is to be drawn.
 */
export function fetchWorkspaceScreen(): void {
  load().catch(() => {});
}

/** What is to happen in a workspace as soon as it is open. */
export interface PendingStart {
  readonly workspace: string;
  /** A question to be asked there (E8); without one the workspace's plan runs. */
  readonly question?: string;
}

let toStart: PendingStart | null = null;

/**
 * Lets the workspace that the page has just gone to run as soon as it is open: asked for by a press in this page, never
 * by an address, which anybody can write (T1). Whoever leaves before that has called it off.
 */
export function startWhenOpen(start: PendingStart): void {
  toStart = start;
  const stop = placeStore.subscribe(({ workspace }) => {
    if (workspace === start.workspace) return;
    if (toStart === start) toStart = null;
    stop();
  });
}

/** What the workspace was asked to do; once. */
export function takePendingStart(workspace: string): PendingStart | null {
  const asked = toStart?.workspace === workspace ? toStart : null;
  toStart = null;
  return asked;
}
