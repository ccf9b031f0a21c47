import styles from './ChangePills.module.css';

interface Props {
  readonly label: string;
  /** By mark, how many steps carry it. */
  readonly counts: Iterable<readonly [mark: string, count: number]>;
}

/** What has become of a plan, in numbers: "4 kept", "2 added". */
export function ChangePills({ label, counts }: Props) {
  return (
    <ul className={styles.counts} aria-label={label}>
      {[...counts].map(([mark, count]) => (
        <li key={mark} data-mark={mark}>
          {count} {mark}
        </li>
      ))}
    </ul>
  );
}
