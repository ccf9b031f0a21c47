import { Circle } from 'lucide-react';
import type { PlanNode } from '#plan';
import styles from './NodeIcon.module.css';

/** The glyph of a node's type, or of the capability that it calls. */
export function NodeIcon({ node }: { readonly node: PlanNode | null }) {
  return <Circle className={styles.icon} aria-hidden data-type={node?.type} />;
}
