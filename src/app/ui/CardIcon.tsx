import { StateGlyph } from '#canvas';
import type { GraphNode } from '#projection';
import { NodeIcon } from './NodeIcon';
import styles from './NodeIcon.module.css';

/** The glyph of whatever stands on the canvas: a node of a plan, or a state of a machine. */
export function CardIcon({ card }: { readonly card: GraphNode }) {
  if (card.type !== 'STATE') return <NodeIcon node={card.node} />;
  return (
    <span className={styles.icon}>
      <StateGlyph kind={card.shape.kind} active={card.status === 'running'} />
    </span>
  );
}
