import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { isUnanswered, placeOf, type RunView } from '#projection';
import { useAskedHere } from '../run/waiting';
import { canvasOfPage } from '../state/canvas';
import { layoutStore } from '../state/layout';
import { useScene, useSelection } from '../state/session';
import { useIsAsked } from '../state/useIsAsked';

/** What a run says to the person in the right panel, which is then as wide as that is read in. */
export type Reading = 'answer' | 'question';

/** What is read in the right panel: an answer, or why there is none, or what the person is asked. */
export function useReading(): Reading | null {
  const isAnswer = useIsAnswer();
  const isQuestion = useAskedHere().length > 0;
  if (isQuestion) return 'question';
  return isAnswer ? 'answer' : null;
}

function useIsAnswer(): boolean {
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

/**
 * What is seen of the plan, while the panel beside it widens: beside an answer the whole, if that was seen before; beside
 * a question or a sheet, which are about what is looked at, zoom and centre stay (D4), but for what it takes to see who asks.
 */
export function useRoomKept(reading: Reading | null, hasSheet: boolean): void {
  const before = useRef(reading);
  const [asked] = useAskedHere();
  const asking = asked && placeOf(asked.address).key;
  const hadSheet = useRef(hasSheet);
  useLayoutEffect(() => {
    if (hadSheet.current !== hasSheet) canvasOfPage()?.resizedAround();
    hadSheet.current = hasSheet;
  }, [hasSheet]);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = reading;
    if (reading === was) return;
    if (reading !== 'question' && was !== 'question') return canvasOfPage()?.resized();
    canvasOfPage()?.resizedAround();
    if (asking !== undefined) canvasOfPage()?.bringIn(asking);
  }, [reading, asking]);
}
