import styles from './Skeleton.module.css';

/** Stands where something is still being loaded. It shows only when that takes a while. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <i />
      <i />
      <i />
    </div>
  );
}
