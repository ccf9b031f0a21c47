import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { Diagnostic, Where } from '#base';
import { cx } from './cx';
import styles from './ProblemList.module.css';

const ICONS = { error: CircleX, warning: TriangleAlert, info: Info };

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  /** Jumps to where the problem is. */
  readonly onJump?: (diagnostic: Diagnostic) => void;
  /** How a node is called. */
  readonly nameOf?: (where: Where) => string | null;
}

/** Problems as people read them (T8): one sentence, where, what to do, and the code to quote. */
export function ProblemList({ diagnostics, onJump, nameOf }: Props) {
  return (
    <ul className={styles.list}>
      {diagnostics.map((diagnostic, index) => {
        const Icon = ICONS[diagnostic.severity];
        const body = (
          <>
            <Icon className={cx(styles.icon, styles[diagnostic.severity])} aria-hidden />
            <span className={styles.text}>
              <span className={styles.message}>{diagnostic.message}</span>
              <span className={styles.help}>{diagnostic.help}</span>
              <span className={styles.meta}>
                <code>{diagnostic.code}</code> {nameOf?.(diagnostic.where) ?? whereText(diagnostic.where)}
              </span>
            </span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may read the same.
          <li key={index}>
            {onJump ? (
              <button type="button" className={styles.item} onClick={() => onJump(diagnostic)}>
                {body}
              </button>
            ) : (
              <div className={styles.item}>{body}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function whereText({ plan, node, edge, field, line, offset }: Where): string {
  return [
    plan && `plan ${plan}`,
    node && `node ${node}`,
    edge && `edge ${edge}`,
    line !== undefined && `line ${line}`,
    field && `at ${field}`,
    offset !== undefined && `character ${offset + 1}${line === undefined ? '' : ' of the text'}`,
  ]
    .filter(Boolean)
    .join(', ');
}
