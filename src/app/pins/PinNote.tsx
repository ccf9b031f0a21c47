import { Pencil, Pin, PinOff } from 'lucide-react';
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

/** D10: what is pinned at a node, with what can be done about it; else the way to pin it. */
export function PinNote({ node }: { readonly node: NodeCard }) {
  const session = useSession();
  const pins = usePins();
  const shown = useScene((scene) => scene.plan?.id ?? '');
  const keys = useKeyTexts()('node.pin');
  if (!isPinnable(node)) return null;
  const pin = pinOf(pins, node, shown);
  if (pin === null) {
    return (
      <div className={styles.note}>
        <Button
          size="small"
          variant="outline"
          icon={Pin}
          data-keys={keys}
          onClick={() => void pinCard(session, node)}
        >
          Pin
        </Button>
      </div>
    );
  }
  const edit = () =>
    openDialog({ kind: 'pin', node: node.node.id, plan: planOf(node, shown), title: node.title });
  const isOfCapability = 'capability' in pin;
  return (
    <section className={styles.note} aria-label="Pinned">
      <Pin className={styles.icon} aria-hidden />
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
