import type { LucideIcon } from 'lucide-react';
import { cx } from './cx';
import styles from './Segments.module.css';

interface Segment<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon?: LucideIcon;
}

interface Props<Id extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly segments: readonly Segment<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly className?: string | undefined;
}

/** One of a few, side by side. */
export function Segments<Id extends string>({ label, segments, chosen, onChoose, className }: Props<Id>) {
  return (
    <fieldset className={cx(styles.segments, className)}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map(({ id, title, icon: Icon }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {Icon && <Icon aria-hidden />}
          {title}
        </button>
      ))}
    </fieldset>
  );
}
