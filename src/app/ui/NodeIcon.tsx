import { NodeGlyph, StateGlyph } from '#canvas';
import type { PlanNode } from '#plan';
import type { GraphNode } from '#projection';
import styles from './NodeIcon.module.css';

/** The glyph of a node's type, or of the capability that it calls. */
export function NodeIcon({ node }: { readonly node: PlanNode | null }) {
  if (node === null) return null;
  return (
    <span className={styles.icon}>
      <NodeGlyph
        type={node.type}
        capability={node.type === 'CAPABILITY' ? node.params.capability : undefined}
      />
    </span>
  );
}

/** The glyph of whatever stands on the canvas: a node of a plan, or a state of a machine. */
export function CardIcon({ card }: { readonly card: GraphNode }) {
  if (card.type !== 'STATE') return <NodeIcon node={card.node} />;
  return (
    <span className={styles.icon}>
      <StateGlyph kind={card.shape.kind} active={card.status === 'running'} />
    </span>
  );
}
