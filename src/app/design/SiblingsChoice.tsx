import type { Json } from '#base';
import { titleOf } from '#plan';
import type { NodeCard } from '#projection';
import type { ControlProps } from '../forms/control';
import { Checkbox } from '../parts/Input';
import { useScene, useSelection } from '../state/session';
import styles from './Inspector.module.css';

/** Which of the nodes beside it a CANCEL cancels (R16): each by its name, with a box to tick. */
export function SiblingsChoice({ ids, value, onChange }: ControlProps) {
  const focus = useSelection((selection) => selection.focus);
  const nodes = useScene((scene) => scene.graph.nodes);
  const own = nodes.find(({ key }) => key === focus);
  const beside = nodes.filter(
    (node): node is NodeCard =>
      node.type !== 'STATE' &&
      node.parent === own?.parent &&
      node !== own &&
      !STILL.has(node.type) &&
      node.lane === null,
  );
  const chosen = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  const there = new Set(beside.map(({ node }) => node.id));
  const gone = chosen.filter((id) => !there.has(id));
  const toggle = (id: string, on: boolean) => {
    const next: Json = on
      ? [...chosen.filter((one) => there.has(one)), id]
      : chosen.filter((one) => one !== id);
    onChange(next);
  };
  return (
    <fieldset id={ids.id} className={styles.stack} disabled={ids.disabled} aria-label="Cancels">
      {beside.map(({ node }) => (
        <Checkbox
          key={node.id}
          label={titleOf(node)}
          checked={chosen.includes(node.id)}
          // A CANCEL that cancels nothing cannot be kept.
          disabled={chosen.length === 1 && chosen.includes(node.id)}
          onChange={({ target }) => toggle(node.id, target.checked)}
        />
      ))}
      {gone.map((id) => (
        <Checkbox
          key={id}
          label={`${id} (not here)`}
          checked
          disabled={chosen.length === 1}
          onChange={() => toggle(id, false)}
        />
      ))}
      {beside.length === 0 && <p className={styles.muted}>There is nothing next to it yet.</p>}
    </fieldset>
  );
}

/** What is never waited for or worked at. */
const STILL: ReadonlySet<string> = new Set(['START', 'NOTE', 'END']);
