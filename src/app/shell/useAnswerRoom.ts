import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isUnanswered } from '#projection';
import { useView } from '../run/runStore';
import { canvasOfPage } from '../state/canvas';
import { layoutStore, quietStore } from '../state/layout';
import { useScene, useSelection, useSession } from '../state/session';

/** Whether an answer, or why there is none, is read in the right panel: then it is as wide as answers are read in. */
export function useIsReading(): boolean {
  const isQuiet = useQuiet();
  const isSelected = useSelection(({ focus }) => focus !== null);
  const isMachine = useScene(({ machine }) => machine !== null);
  const isShown = useStore(layoutStore, ({ planTab, answerWide }) => answerWide && planTab === 'run');
  const view = useView();
  const speaks =
    view !== null &&
    ((view.status === 'completed' && Object.keys(view.outputs).length > 0) || isUnanswered(view));
  return !isMachine && (isQuiet || (isShown && speaks && !isSelected));
}

/** Whether the open plan is the one whose question was asked last, and nobody has made its answer narrow since. */
export function useQuiet(): boolean {
  const { id } = useSession();
  const plan = useScene((scene) => scene.plan?.id ?? null);
  const quiet = useStore(quietStore);
  return plan !== null && quiet.plan === plan && quiet.workspace === id;
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
