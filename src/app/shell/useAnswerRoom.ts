import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isUnanswered, type RunView } from '#projection';
import { canvasOfPage } from '../state/canvas';
import { askedPlanStore, layoutStore } from '../state/layout';
import { useScene, useSelection, useSession } from '../state/session';

/** Whether an answer, or why there is none, is read in the right panel: then it is as wide as answers are read in. */
export function useIsReading(): boolean {
  const isAsked = useIsAsked();
  const isSelected = useSelection(({ focus }) => focus !== null);
  const isMachine = useScene(({ machine }) => machine !== null);
  const isShown = useStore(layoutStore, ({ planTab }) => planTab === 'run');
  const isWide = useStore(layoutStore, ({ answerWide }) => answerWide);
  const speaks = useScene(({ view }) => hasAnswer(view));
  return !isMachine && !isSelected && isShown && (isAsked || (isWide && speaks));
}

/** Whether a run came to its end with an answer, or with why there is none. */
function hasAnswer(view: RunView | null): boolean {
  if (view === null) return false;
  return (view.status === 'completed' && Object.keys(view.outputs).length > 0) || isUnanswered(view);
}

/** Whether the open plan is the one whose question was asked last, and nobody has made its answer narrow since. */
export function useIsAsked(): boolean {
  const { id } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? null);
  const asked = useStore(askedPlanStore);
  return plan !== null && asked.plan === plan && asked.workspace === id;
}

/** A canvas that shows the whole still does so when a panel that widens takes of its room. */
export function useRoomKept(canvas: { readonly current: HTMLElement | null }, isReading: boolean): void {
  const before = useRef({ width: 0, isReading });
  useLayoutEffect(() => {
    const width = canvas.current?.clientWidth ?? 0;
    const isNarrower = width < before.current.width;
    if (isReading && !before.current.isReading && isNarrower) canvasOfPage()?.narrowed();
    before.current = { width, isReading };
  });
}
