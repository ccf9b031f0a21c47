import { useMemo } from 'react';
import { PictureView } from '#canvas';
import { arrange } from '#layout';
import type { Catalogue, Plan } from '#plan';
import { type Graph, graphOf, graphOfDifference } from '#projection';
import { Dialog } from '../parts/Dialog';
import type { DialogProps } from '../state/dialogs';
import { useSession } from '../state/session';
import { differenceWords } from './differenceWords';
import styles from './PlanGraphDialog.module.css';

/** A plan of a suite's run as a graph: two graphs of steps as one with their difference, machines side by side (H5). */
export default function PlanGraphDialog({
  dialog: { title, plan, against },
  onClose,
}: DialogProps<'planGraph'>) {
  const { editor } = useSession();
  const drawn = useMemo(() => drawnOf(plan, against, editor.catalogue), [plan, against, editor]);
  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      <p className={styles.words}>{differenceWords(plan, against)}</p>
      <div className={styles.graphs}>
        {drawn.map(({ label, graph }) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: in a hand it scrolls, so the keyboard must reach it.
          <figure key={label} aria-label={label} tabIndex={0}>
            <PictureView graph={graph} boxes={arrange(graph, {})} label={label} />
            {drawn.length > 1 && <figcaption>{label}</figcaption>}
          </figure>
        ))}
      </div>
    </Dialog>
  );
}

interface Drawn {
  readonly label: string;
  readonly graph: Graph;
}

function drawnOf(plan: Plan, against: Plan | null, catalogue: Catalogue): readonly Drawn[] {
  if (against === null) return [{ label: 'The plan', graph: graphOf(plan) }];
  if (plan.kind === 'capability' && against.kind === 'capability')
    return [{ label: 'Both plans', graph: graphOfDifference(against, plan, catalogue) }];
  return [
    { label: 'The plan that passed', graph: graphOf(against) },
    { label: 'The plan that failed', graph: graphOf(plan) },
  ];
}
