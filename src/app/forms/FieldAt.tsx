import type { ReactNode } from 'react';
import styles from './FieldAt.module.css';
import { FieldPathContext, pathInside, useFieldPath } from './goToField';

interface Props {
  /** Its name, or the way to it, in what is edited around. */
  readonly of: string | number | readonly (string | number)[];
  readonly children: ReactNode;
}

/** A field, or several, that edit what stands at a path: there a problem of that path is brought into view (E4). */
export function FieldAt({ of, children }: Props) {
  const around = useFieldPath();
  const path = [of].flat().reduce<string>(pathInside, around);
  return (
    <FieldPathContext value={path}>
      <FieldMark at={path}>{children}</FieldMark>
    </FieldPathContext>
  );
}

/** Marks where the field of a path is; one that stands nowhere has the empty path. */
export function FieldMark({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  return (
    <div className={styles.at} data-field-at={at === '' ? undefined : at}>
      {children}
    </div>
  );
}
