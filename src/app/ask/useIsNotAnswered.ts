import { questionOf } from '#editor';
import { isUnanswered, type RunView } from '#projection';
import { useScene } from '../state/session';

/** Whether the open plan is a person's question: whatever keeps it from its answer, there are ways on. */
export function useIsQuestion(): boolean {
  return useScene(({ plan }) => plan !== null && questionOf(plan) !== null);
}

/** E8: whether a run left a question without an answer. A simulated run is none: its script answered badly. */
export function useIsNotAnswered(view: RunView | null): boolean {
  const isQuestion = useIsQuestion();
  if (view === null || view.error === null || view.started?.simulated === true) return false;
  return isQuestion || isUnanswered(view);
}
