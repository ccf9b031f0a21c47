import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { escapePointer } from '#base';
import styles from './FieldAt.module.css';

interface Props {
  /** Its name, or the way to it, in what is edited around. */
  readonly of: string | number | readonly (string | number)[];
  readonly children: ReactNode;
}

/** A field, or several, that edit what stands at a path: there a problem of that path is brought into view (E4). */
export function FieldAt({ of, children }: Props) {
  const around = useFieldPath();
  const path = [of].flat().reduce<string>(pathInside, around);
  return (
    <FieldPathContext value={path}>
      <FieldMark at={path}>{children}</FieldMark>
    </FieldPathContext>
  );
}

/** Marks where the field of a path is; one that stands nowhere has the empty path. */
export function FieldMark({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  return (
    <div className={styles.at} data-field-at={at === '' ? undefined : at}>
      {children}
    </div>
  );
}

/** So many frames what is lazy, folded or long has time to be drawn. */
const MOST_FRAMES = 150;
/** So long the focus is held once it is where it belongs: a dialog that closes gives it back elsewhere. */
const HELD_FRAMES = 12;

/**
 * Brings the field of a path into view and puts the focus there: the field itself, else the one that it is part of. It
 * goes on while forms are being drawn, and ends as soon as the person does something else.
 *
 * @param path workspace and owner, then the JSON Pointer of the field, as `FieldAt` has it
 * @param offset where in the text of the field, in UTF-16 code units
 */
export function goToField(path: string, offset?: number): void {
  const gone = new AbortController();
  const stop = (): void => gone.abort();
  for (const event of ['pointerdown', 'keydown', 'wheel'] as const)
    addEventListener(event, stop, { capture: true, signal: gone.signal });
  gone.signal.addEventListener('abort', () => wantedField.setState({ path: null }));
  wantedField.setState({ path });
  let held = 0;
  let reached: HTMLElement | null = null;
  const follow = (frame: number): void => {
    if (gone.signal.aborted) return;
    const place = placeOf(path);
    const control = place === null ? null : controlIn(place);
    if (control !== null && (control !== reached || document.activeElement !== control)) {
      enter(control, place?.dataset.fieldAt === path ? offset : undefined);
      reached = control;
    }
    held = control !== null && place?.dataset.fieldAt === path ? held + 1 : 0;
    if (held > HELD_FRAMES || frame > MOST_FRAMES) stop();
    else requestAnimationFrame(() => follow(frame + 1));
  };
  // The press that asked for it ends first.
  requestAnimationFrame(() => follow(0));
}

/** The most exact place that is drawn. */
function placeOf(path: string): HTMLElement | null {
  let best: HTMLElement | null = null;
  for (const place of document.querySelectorAll<HTMLElement>('[data-field-at]')) {
    const at = place.dataset.fieldAt ?? '';
    const leads = path === at || path.startsWith(`${at}/`);
    if (leads && at.length > (best?.dataset.fieldAt?.length ?? 0)) best = place;
  }
  return best;
}

/** What is typed or chosen in; where there is nothing yet, what adds the first. */
function controlIn(place: HTMLElement): HTMLElement | null {
  const typed =
    'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), planloom-code:not([data-disabled])';
  return place.querySelector<HTMLElement>(typed) ?? place.querySelector<HTMLElement>('button:not(:disabled)');
}

function enter(control: HTMLElement, offset: number | undefined): void {
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center', inline: 'nearest' });
  if (offset !== undefined && isText(control)) control.setSelectionRange(offset, offset);
}

/** What a caret stands in; a code field is one, too. */
function isText(control: HTMLElement): control is HTMLElement & Pick<HTMLInputElement, 'setSelectionRange'> {
  if (control instanceof HTMLInputElement) return control.type === 'text';
  return 'setSelectionRange' in control;
}

/** The field that somebody is on the way to: whatever is folded or leafed around it opens. */
const wantedField = createStore<{ readonly path: string | null }>(() => ({ path: null }));

/** The next step from here to the field that is wanted; null while none is wanted in here. */
function useNextStep(): string | null {
  const here = useFieldPath();
  const path = useStore(wantedField, (wanted) => wanted.path);
  if (path === null || here === '' || !path.startsWith(`${here}/`)) return null;
  return path.slice(here.length + 1).split('/')[0] ?? null;
}

/** Whether one of these fields is wanted. */
export function useIsWanted(fields: readonly string[]): boolean {
  const step = useNextStep();
  return step !== null && fields.includes(step);
}

/** Shows the row of a list that is wanted. */
export function useWantedRow(show: (index: number) => void): void {
  const step = useNextStep();
  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    if (step !== null && /^\d+$/.test(step)) latest.current(Number(step));
  }, [step]);
}

/** Where a field stands among all fields of the page: workspace, node, then its path. Empty: nowhere in particular. */
export const FieldPathContext = createContext('');

export function useFieldPath(): string {
  return useContext(FieldPathContext);
}

/** The path of a field inside another; a form that stands nowhere has no fields that stand somewhere. */
export function pathInside(path: string, name: string | number): string {
  return path === '' ? '' : `${path}/${escapePointer(String(name))}`;
}
