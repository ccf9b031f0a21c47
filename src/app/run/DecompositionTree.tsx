import type { DecomposedTask, TriedMethod } from '#projection';
import styles from './DecompositionTree.module.css';

/** How a task network took its task apart, as a tree (P12): what was chosen, and what was left and why. */
export function DecompositionTree({ root }: { readonly root: DecomposedTask }) {
  return (
    <ul className={styles.tree} aria-label="Decomposition">
      <Task task={root} />
    </ul>
  );
}

function Task({ task: { task, tried } }: { readonly task: DecomposedTask }) {
  const chosen = tried.find(({ outcome }) => outcome === 'chosen');
  const left = tried.filter(({ outcome }) => outcome !== 'chosen');
  const method = chosen && chosen.id !== task ? chosen.id : null;
  return (
    <li className={styles.task}>
      <b>{task}</b>
      {method && <span className={styles.fact}> by {method}</span>}
      {!chosen && <span className={styles.failed}> could not be done</span>}
      {tried.length > 0 && (
        <ul className={styles.parts}>
          {left.map((one) => (
            <Left key={one.id} method={one} />
          ))}
          {chosen?.subtasks.map((subtask) => (
            <Task key={subtask.task} task={subtask} />
          ))}
        </ul>
      )}
    </li>
  );
}

const OUTCOMES: Readonly<Record<TriedMethod['outcome'], string>> = {
  chosen: 'was chosen',
  failed: 'leads nowhere',
  notApplicable: 'does not apply',
  excluded: 'is out',
};

function Left({ method: { id, outcome, reason } }: { readonly method: TriedMethod }) {
  return (
    <li className={styles.left}>
      <s>{id}</s> {OUTCOMES[outcome]}
      {reason && <span>: {reason}</span>}
    </li>
  );
}
