import { CornerDownRight, PanelBottomOpen, Waypoints } from 'lucide-react';
import { planBehind } from '#editor';
import { give } from '../../commands/give';
import { showMachineTab } from '../../machine/machineStore';
import { Button } from '../../parts/Button';
import { openDialog } from '../../state/dialogs';
import { useScene, useSelection, useSession } from '../../state/session';
import { CardIcon } from '../../ui/CardIcon';
import styles from './ChosenBar.module.css';

/** What is chosen, in a hand: its name, and the ways to read it and to go into it. */
export function ChosenBar() {
  const session = useSession();
  const focus = useSelection((selection) => selection.focus);
  const edge = useSelection(({ edges }) => (edges.size === 1 ? [...edges][0] : undefined));
  const node = useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus));
  const transition = useScene(({ graph }) => graph.edges.find(({ key }) => key === edge)?.transition);
  if (node === undefined && transition === undefined) return null;
  const title = node?.title ?? (transition?.label || 'Transition');
  const opens = node !== undefined && (node.container || planBehind(session.editor, node.key) !== null);
  const showDetails = (): void => {
    if (node === undefined || node.type === 'STATE') showMachineTab('state');
    openDialog({ kind: 'panel', panel: 'inspector' });
  };
  return (
    <section aria-label="Chosen" className={styles.bar}>
      {node === undefined ? <Waypoints className={styles.glyph} aria-hidden /> : <CardIcon card={node} />}
      <span className={styles.name}>{title}</span>
      {opens && (
        <Button
          icon={CornerDownRight}
          aria-label={`Open ${title}`}
          onClick={() => give(session, 'select.open')}
        >
          Open
        </Button>
      )}
      <Button
        variant="outline"
        icon={PanelBottomOpen}
        aria-label={`Details of ${title}`}
        onClick={showDetails}
      >
        Details
      </Button>
    </section>
  );
}
