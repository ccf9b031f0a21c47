import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Diagnostic, Where } from '#base';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import styles from './ProblemList.module.css';

/** A problem under the field that has it (T8): one sentence, what to do, the code to quote. */
export function ProblemNote({ id, problem }: { readonly id?: string; readonly problem: Diagnostic }) {
  const { severity, message, help, code } = problem;
  const actionsFor = useContext(ProblemActions);
  const words = useContext(ProblemWords);
  return (
    <>
      <p id={id} className={styles.note} data-severity={severity}>
        <span className={styles.said}>{words(message, problem)}</span> {words(help, problem)}{' '}
        <code>{code}</code>
      </p>
      {actionsFor?.(problem)}
    </>
  );
}

/** What can be done about a problem where it is told: given by what knows the document; null is nothing. */
export const ProblemActions = createContext<((problem: Diagnostic) => ReactNode) | null>(null);

/** How a sentence of a problem is said: given by what knows the names in it; as it stands by default. */
export const ProblemWords = createContext<(text: string, problem: Diagnostic) => string>((text) => text);

const ICONS = { error: CircleX, warning: TriangleAlert, info: Info };

interface Props {
  readonly diagnostics: readonly Diagnostic[];
  /** Jumps to where the problem is. */
  readonly onJump?: (diagnostic: Diagnostic) => void;
  /** Whether there is a way to it; there is by default. */
  readonly leads?: (diagnostic: Diagnostic) => boolean;
  /** How a node is called. */
  readonly nameOf?: (where: Where) => string | null;
}

/** So many are in the page at first, and more each time that they are asked for: thousands would make it slow. */
const AT_ONCE = 100;

/** Problems as people read them (T8): one sentence, where, what to do, and the code to quote. */
export function ProblemList(props: Props) {
  const { diagnostics } = props;
  const [shown, setShown] = useState(AT_ONCE);
  const left = diagnostics.length - shown;
  return (
    <>
      <Problems {...props} diagnostics={diagnostics.slice(0, shown)} />
      {left > 0 && (
        <Button size="small" variant="outline" onClick={() => setShown(shown + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {left}
        </Button>
      )}
    </>
  );
}

function Problems({ diagnostics, onJump, leads = () => true, nameOf }: Props) {
  const actionsFor = useContext(ProblemActions);
  const words = useContext(ProblemWords);
  return (
    <ul className={styles.list}>
      {diagnostics.map((diagnostic, index) => {
        const Icon = ICONS[diagnostic.severity];
        const body = (
          <>
            <Icon className={cx(styles.icon, styles[diagnostic.severity])} aria-hidden />
            <span className={styles.text}>
              <span className={styles.message}>{words(diagnostic.message, diagnostic)}</span>
              <span className={styles.help}>{words(diagnostic.help, diagnostic)}</span>
              <span className={styles.meta}>
                <code>{diagnostic.code}</code> {nameOf?.(diagnostic.where) ?? whereText(diagnostic.where)}
              </span>
            </span>
          </>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems may read the same.
          <li key={index}>
            {onJump && leads(diagnostic) ? (
              <button type="button" className={styles.item} onClick={() => onJump(diagnostic)}>
                {body}
              </button>
            ) : (
              <div className={styles.item}>{body}</div>
            )}
            {actionsFor?.(diagnostic)}
          </li>
        );
      })}
    </ul>
  );
}

function whereText({ plan, node, edge, field, line, column, offset }: Where): string {
  return [
    plan && `plan ${plan}`,
    node && `node ${node}`,
    edge && `edge ${edge}`,
    line !== undefined && `line ${line}`,
    column !== undefined && `column ${column}`,
    field && `at ${field}`,
    offset !== undefined &&
      column === undefined &&
      `character ${offset + 1}${line === undefined ? '' : ' of the text'}`,
  ]
    .filter(Boolean)
    .join(', ');
}
