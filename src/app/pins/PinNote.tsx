import { Pencil, PinIcon, PinOff } from 'lucide-react';
import type { Pin } from '#kernel';
import type { NodeCard } from '#projection';
import { Button } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useScene, useSession } from '../state/session';
import styles from './Pins.module.css';
import { pinCard, unpin } from './pinNode';
import { isPinnable, pinOf, planOf } from './pinOf';
import { usePins } from './pinsOfPage';
import { pinWords } from './pinWords';

interface Props {
  readonly node: NodeCard;
}

/** D10: the way to pin a node; nothing where it is pinned, or cannot be. */
export function PinButton({ node }: Props) {
  const session = useSession();
  const keys = useKeyTexts()('node.pin');
  const pin = usePinOf(node);
  if (!isPinnable(node) || pin !== null) return null;
  return (
    <Button
      size="small"
      variant="outline"
      icon={PinIcon}
      data-keys={keys}
      onClick={() => void pinCard(session, node)}
    >
      Pin
    </Button>
  );
}

/** D10: what is pinned at a node, with what can be done about it. */
export function PinNote({ node }: Props) {
  const session = useSession();
  const shown = useShownPlan();
  const pin = usePinOf(node);
  if (pin === null) return null;
  const edit = () =>
    openDialog({ kind: 'pin', node: node.node.id, plan: planOf(node, shown), title: node.title });
  const isOfCapability = 'capability' in pin;
  return (
    <section className={styles.note} aria-label="Pinned">
      <PinIcon className={styles.icon} aria-hidden />
      <p className={styles.words}>
        <strong>{isOfCapability ? `Every call of ${pin.capability} is pinned` : 'Pinned'}</strong>
        <span>{pinWords(pin)}</span>
      </p>
      <div className={styles.buttons}>
        {!isOfCapability && (
          <Button size="small" variant="outline" icon={Pencil} aria-label="Edit pin" onClick={edit}>
            Edit
          </Button>
        )}
        <Button
          size="small"
          variant="outline"
          icon={PinOff}
          aria-label="Remove pin"
          onClick={() => void unpin(session, node.title, pin)}
        >
          Remove
        </Button>
      </div>
    </section>
  );
}

function useShownPlan(): string {
  return useScene((scene) => scene.plan?.id ?? '');
}

function usePinOf(node: NodeCard): Pin | null {
  return pinOf(usePins(), node, useShownPlan());
}
