import { useEffect, useMemo, useState } from 'react';
import type { Eventually } from '#tables';

interface Came<T> {
  readonly to: object;
  readonly value?: T;
  readonly problem?: unknown;
}

/**
 * What a source of rows answers: at once where it is there, else when it has come; until then the answer before it. A question that is asked
 * no more is cancelled. What a source throws ends at the surface around it.
 *
 * @param ask stable for as long as the question is the same (`useCallback`)
 */
export function useEventually<T>(ask: (signal: AbortSignal) => Eventually<T>): T | null {
  const asked = useMemo(() => {
    const controller = new AbortController();
    return { controller, answer: ask(controller.signal) };
  }, [ask]);
  const [came, setCame] = useState<Came<T> | null>(null);
  useEffect(() => {
    const { answer, controller } = asked;
    if (!(answer instanceof Promise)) return;
    answer.then(
      (value) => !controller.signal.aborted && setCame({ to: asked, value }),
      (problem: unknown) => !controller.signal.aborted && setCame({ to: asked, problem }),
    );
    return () => controller.abort();
  }, [asked]);
  if (!(asked.answer instanceof Promise)) return asked.answer;
  if (came?.to === asked && 'problem' in came) throw came.problem;
  return came?.value ?? null;
}
