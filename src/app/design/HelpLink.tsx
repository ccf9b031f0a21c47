import { CircleHelp } from 'lucide-react';
import { NODE_TYPES, type NodeTypeName } from '#plan';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import styles from './Inspector.module.css';

export function HelpLink({ type }: { readonly type: NodeTypeName }) {
  return (
    <Button
      size="small"
      icon={CircleHelp}
      className={styles.add}
      onClick={() => openDialog({ kind: 'help', page: type })}
    >
      About “{NODE_TYPES[type].title}”
    </Button>
  );
}
