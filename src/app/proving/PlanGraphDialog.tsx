import { useMemo } from 'react';
import { PictureView } from '#canvas';
import { arrange } from '#layout';
import type { Catalogue, Plan } from '#plan';
import { type Graph, graphOf, graphOfDifference } from '#projection';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { differenceWords } from './figures';
import styles from './PlanGraphDialog.module.css';

/** A plan of a suite's run as a graph: two graphs of steps as one with their difference, machines one below the other (H5). */
export default function PlanGraphDialog({
  dialog: { title, plan, against },
  onClose,
}: DialogProps<'planGraph'>) {
  const { editor } = useSession();
  const drawn = useMemo(
    () => graphsOf(plan, against, editor.catalogue).map((one) => ({ ...one, boxes: arrange(one.graph, {}) })),
    [plan, against, editor],
  );
  const words = differenceWords(plan, against);
  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      {words !== '' && <p className={styles.words}>{words}</p>}
      <div className={styles.graphs}>
        {drawn.map(({ label, graph, boxes }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: in a hand it scrolls, so the keyboard must reach it.
          <figure key={label} aria-label={label} tabIndex={0}>
            <PictureView graph={graph} boxes={boxes} label={label} />
            {drawn.length > 1 && <figcaption>{label}</figcaption>}
          </figure>
        ))}
      </div>
    </Dialog>
  );
}

interface Labelled {
  readonly label: string;
  readonly graph: Graph;
}

function graphsOf(plan: Plan, against: Plan | null, catalogue: Catalogue): readonly Labelled[] {
  if (against === null) return [{ label: 'The plan', graph: graphOf(plan) }];
  if (plan.kind === 'capability' && against.kind === 'capability')
    return [{ label: 'Both plans', graph: graphOfDifference(against, plan, catalogue) }];
  return [
    { label: 'The plan that passed', graph: graphOf(against) },
    { label: 'The plan that failed', graph: graphOf(plan) },
  ];
}
