import { Pin as PinIcon, PinOff } from 'lucide-react';
import type { Pin } from '#kernel';
import { allNodes, titleOf, type Workspace } from '#plan';
import { IconButton } from '../parts/Button';
import { useDocument, useSession } from '../state/session';
import styles from './Pins.module.css';
import { unpin } from './pinNode';
import { pinWords, usePins } from './pinOf';

/** D10: everything that is pinned in the workspace, whichever plan it is of; nothing where nothing is. */
export function PinsList() {
  const session = useSession();
  const pins = usePins();
  const workspace = useDocument((state) => state.workspace);
  if (pins.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Pins">
      <h3>Pins</h3>
      <ul>
        {pins.map((pin) => {
          const name = nameOf(pin, workspace);
          return (
            <li key={JSON.stringify(pin)} className={styles.row}>
              <PinIcon className={styles.icon} aria-hidden />
              <p className={styles.words}>
                <strong>{name}</strong>
                <span>{pinWords(pin)}</span>
              </p>
              <IconButton
                icon={PinOff}
                label={`Remove the pin of ${'capability' in pin ? `every call of ${pin.capability}` : name}`}
                onClick={() => void unpin(session, pin, name)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What is pinned, as its author called it; a step that a planner made has its id. */
function nameOf(pin: Pin, { plans }: Workspace): string {
  if ('capability' in pin) return `Every call of ${pin.capability}`;
  const plan = plans.find(({ id }) => id === pin.plan);
  if (plan?.kind !== 'capability') return pin.node;
  const placed = [...allNodes(plan)].find(({ node }) => node.id === pin.node);
  const name = placed === undefined ? pin.node : titleOf(placed.node);
  return plans.length === 1 ? name : `${name} · ${plan.name ?? plan.id}`;
}
