import { useMemo } from 'react';
import { withoutAttempt } from '#base';
import { useScene } from '../state/session';
import { pinOf } from './pinOf';
import { usePins } from './pinsOfPage';

const NONE: ReadonlySet<string> = new Set();

/** D10: keys of the cards that are pinned, now or in the run that is shown. */
export function usePinnedKeys(): ReadonlySet<string> {
  const pins = usePins();
  const graph = useScene((scene) => scene.graph);
  const plan = useScene((scene) => scene.plan?.id ?? '');
  const machine = useScene((scene) => scene.machine);
  const view = useScene((scene) => scene.view);
  const hadPins = view?.started?.reuse?.pins !== undefined;
  return useMemo(() => {
    if (pins.length === 0 && !hadPins) return NONE;
    const keys = graph.nodes.filter(
      (card) =>
        pinOf(pins, card, plan, machine) !== null ||
        view?.nodes.get(withoutAttempt(card.address))?.pinned === true,
    );
    return new Set(keys.map(({ key }) => key));
  }, [pins, hadPins, graph, plan, machine, view]);
}
