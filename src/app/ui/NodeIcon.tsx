import { NodeGlyph } from '#canvas';
import type { PlanNode } from '#plan';
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
