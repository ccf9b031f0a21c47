import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsWanted } from '../forms/FieldAt';
import styles from './Inspector.module.css';

interface Props {
  readonly title: string;
  /** The fields in it, by their names: it unfolds where somebody is led to one. */
  readonly holds?: readonly string[];
  readonly open?: boolean;
  readonly children: ReactNode;
}

const NONE: readonly string[] = [];

/** Fields that few need, folded. They are made when they are first unfolded: most clicks on a node never need them. */
export function MoreFields({ title, holds = NONE, open, children }: Props) {
  const [wanted, setWanted] = useState(open ?? false);
  const details = useRef<HTMLDetailsElement>(null);
  const isLedTo = useIsWanted(holds);
  useEffect(() => {
    if (isLedTo && details.current !== null) details.current.open = true;
  }, [isLedTo]);
  return (
    <details ref={details} className={styles.more} open={open} onToggle={() => setWanted(true)}>
      <summary>{title}</summary>
      <div className={styles.stack}>{wanted && children}</div>
    </details>
  );
}
