import { useMemo } from 'react';
import type { JsonObject } from '#base';
import type { ExpressionScope } from '../forms/scope';
import { useScene } from '../state/session';

/** What expressions of the open plan may name, with the values of the shown run at its position. */
export function useExpressionScopeOf(): ExpressionScope {
  const declared = useScene((scene) => scene.plan?.variables);
  const view = useScene((scene) => scene.view);
  return useMemo(() => {
    const names = Array.isArray(declared) ? declared.map(({ id }) => id) : [];
    const written: JsonObject | null =
      view === null ? null : Object.fromEntries([...view.variables].map(([id, { value }]) => [id, value]));
    return { variables: [...new Set([...names, ...Object.keys(written ?? {})])], values: written };
  }, [declared, view]);
}
