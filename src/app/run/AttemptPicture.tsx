import { useMemo } from 'react';
import { count } from '#base';
import { GraphPreview } from '#canvas';
import type { Closure } from '#kernel';
import { arrange } from '#layout';
import { draftIn } from '#planner';
import { graphOfAttempt, type PlanningAttempt } from '#projection';
import styles from './AttemptPicture.module.css';

interface Props {
  readonly attempt: PlanningAttempt;
  readonly closure: Closure | undefined;
}

/** The graph that a planner drew in an attempt, also where it was refused (P6). */
export function AttemptPicture({ attempt, closure }: Props) {
  const drawn = useMemo(() => drawnOf(attempt, closure), [attempt, closure]);
  return (
    <figure className={styles.picture} aria-label="The plan of this attempt">
      {drawn === null ? (
        <p>Nothing in this reply can be drawn.</p>
      ) : (
        <>
          <div>
            <GraphPreview graph={drawn.graph} boxes={drawn.boxes} label={drawn.words} words />
          </div>
          <figcaption>{drawn.words}</figcaption>
        </>
      )}
    </figure>
  );
}

function drawnOf(attempt: PlanningAttempt, closure: Closure | undefined) {
  const catalogue = new Map(closure?.capabilities.map((one) => [one.id, one]));
  const draft = attempt.made !== null || attempt.reply === null ? null : draftIn(attempt.reply, catalogue);
  const drawn = graphOfAttempt(attempt, draft, catalogue);
  if (drawn === null) return null;
  const { graph, parts, refused } = drawn;
  const part = graph.nodes.some(({ type }) => type === 'STATE') ? 'state' : 'step';
  const words = refused === 0 ? count(parts, part) : `${count(parts, part)}, ${refused} refused`;
  return { graph, boxes: arrange(graph, {}), words };
}
