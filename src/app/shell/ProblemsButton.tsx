import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { hasErrors } from '#base';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useProblems } from '../state/session';
import styles from './TopBar.module.css';

/** How many problems there are, and the way to them (E4). */
export function ProblemsButton() {
  const diagnostics = useProblems((problems) => problems.diagnostics);
  const count = diagnostics.filter(({ severity }) => severity !== 'info').length;
  const isBad = hasErrors(diagnostics);
  const icon = count === 0 ? CircleCheck : isBad ? CircleX : TriangleAlert;
  const name = `Problems (${count})`;
  return (
    <Button
      icon={icon}
      aria-label={name}
      className={styles.problems}
      data-severity={count === 0 ? undefined : isBad ? 'error' : 'warning'}
      onClick={() => openDialog({ kind: 'problems' })}
    >
      {name}
    </Button>
  );
}
