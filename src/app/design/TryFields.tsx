import type { Diagnostic } from '#base';
import { type BodyName, bodiesOf, type NodeOf } from '#plan';
import type { Change } from '../forms/form';
import { Checkbox } from '../parts/Input';
import styles from './Inspector.module.css';
import { ParamFields } from './ParamFields';

interface Props {
  readonly node: NodeOf<'TRY_CATCH'>;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

const OPTIONAL = [
  ['catch', 'Catches errors'],
  ['finally', 'Has something that is always done'],
] as const satisfies readonly (readonly [BodyName, string])[];

/** Which bodies a TRY_CATCH has: without a catch the error stays (R12). */
export function TryFields(props: Props) {
  const { node, disabled, onChange } = props;
  const bodies = new Map(bodiesOf(node).map(({ name, body }) => [name, body]));
  return (
    <>
      <ParamFields {...props} />
      <fieldset className={styles.stack} disabled={disabled} aria-label="Bodies">
        {OPTIONAL.map(([name, label]) => {
          const nodes = bodies.get(name)?.nodes.length ?? 0;
          return (
            <Checkbox
              key={name}
              label={nodes > 0 ? `${label} (empty it to take it away)` : label}
              checked={bodies.has(name)}
              disabled={nodes > 0}
              onChange={({ target }) =>
                onChange([name], target.checked ? { nodes: [], edges: [] } : undefined)
              }
            />
          );
        })}
      </fieldset>
    </>
  );
}
