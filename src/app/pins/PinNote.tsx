import { Pencil, PinIcon, PinOff } from 'lucide-react';
import type { Pin } from '#kernel';
import { allNodes, type Catalogue, type Workspace } from '#plan';
import { cardTitle, type GraphNode } from '#projection';
import { Button, IconButton } from '../parts/Button';
import { openDialog } from '../state/dialogs';
import { useKeyTexts } from '../state/keyBindings';
import { useCatalogue, useDocument, useScene, useSession } from '../state/session';
import styles from './Pins.module.css';
import { pinCalls, pinCard, unpin } from './pinNode';
import { capabilityOf, isPinnable, pinOf, pinOfCapability, pinWords, planOf, usePins } from './pinOf';

interface Props {
  readonly node: GraphNode;
}

/** D10: the ways to pin a node, and every call of what it calls; each only where that is not pinned, and can be. */
export function PinButtons({ node }: Props) {
  const session = useSession();
  const keysFor = useKeyTexts();
  const pins = usePins();
  const pin = usePinOf(node);
  const machine = useScene((scene) => scene.machine);
  const capability = capabilityOf(node, machine);
  return (
    <>
      {isPinnable(node) && (pin === null || 'capability' in pin) && (
        <Button
          size="small"
          variant="outline"
          icon={PinIcon}
          data-keys={keysFor('node.pin')}
          onClick={() => void pinCard(session, node)}
        >
          Pin
        </Button>
      )}
      {capability !== null && pinOfCapability(pins, capability) === null && (
        <Button
          size="small"
          variant="outline"
          icon={PinIcon}
          aria-label={`Pin every call of ${capability}`}
          data-keys={keysFor('node.pin-calls')}
          onClick={() => pinCalls(session, node, capability)}
        >
          Pin every call
        </Button>
      )}
    </>
  );
}

/** D10: what is pinned at a node, with what can be done about it. */
export function PinNote({ node }: Props) {
  const session = useSession();
  const shown = useShownPlan();
  const pin = usePinOf(node);
  if (pin === null) return null;
  const edit = () =>
    openDialog(
      'capability' in pin
        ? { kind: 'pin', place: { capability: pin.capability }, title: pin.capability }
        : { kind: 'pin', place: { node: node.node.id, plan: planOf(node, shown) }, title: node.title },
    );
  return (
    <section className={styles.note} aria-label="Pinned">
      <PinIcon className={styles.icon} aria-hidden />
      <p className={styles.words}>
        <strong>{'capability' in pin ? `Every call of ${pin.capability} is pinned` : 'Pinned'}</strong>
        <span>{pinWords(pin)}</span>
      </p>
      <div className={styles.buttons}>
        <Button size="small" variant="outline" icon={Pencil} aria-label="Edit pin" onClick={edit}>
          Edit
        </Button>
        <Button
          size="small"
          variant="outline"
          icon={PinOff}
          aria-label="Remove pin"
          onClick={() => void unpin(session, pin, node.title)}
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

function usePinOf(node: GraphNode): Pin | null {
  const machine = useScene((scene) => scene.machine);
  return pinOf(usePins(), node, useShownPlan(), machine);
}

/** D10: everything that is pinned in the workspace, whichever plan it is of; nothing where nothing is. */
export function PinsList() {
  const session = useSession();
  const pins = usePins();
  const workspace = useDocument((state) => state.workspace);
  const catalogue = useCatalogue();
  if (pins.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Pins">
      <h3>Pins</h3>
      <ul>
        {pins.map((pin) => {
          const name = nameOf(pin, workspace, catalogue);
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
function nameOf(pin: Pin, { plans }: Workspace, catalogue: Catalogue): string {
  if ('capability' in pin) return `Every call of ${pin.capability}`;
  const plan = plans.find(({ id }) => id === pin.plan);
  if (plan?.kind !== 'capability') return pin.node;
  const placed = [...allNodes(plan)].find(({ node }) => node.id === pin.node);
  const name = placed === undefined ? pin.node : cardTitle(placed.node, catalogue);
  return plans.length === 1 ? name : `${name} · ${plan.name ?? plan.id}`;
}
