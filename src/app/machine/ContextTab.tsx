import { useStore } from 'zustand';
import { ROOT } from '#base';
import type { MachineStand } from '#editor';
import { shortValue } from '#projection';
import styles from '../design/Inspector.module.css';
import { EmptyNote } from '../parts/EmptyNote';
import { useScene } from '../state/session';
import { JsonView } from '../tables/JsonView';
import { simulations } from './simulation';

/** What the simulated machine knows: its variables, the data of its goal, and what its states have come to. */
export function ContextTab() {
  const now = useStore(simulations, (state) => state.now);
  const stands = useScene((scene) => scene.stands);
  if (stands !== null) return <LiveContext stands={stands} />;
  const standing = now?.steps[now.at]?.turn.standing;
  if (standing === undefined) {
    return <EmptyNote>Simulate the machine to see its variables and results.</EmptyNote>;
  }
  return (
    <>
      <fieldset className={styles.group} aria-label="Variables of the machine">
        <h3>Variables</h3>
        {standing.variables.size === 0 && <p className={styles.muted}>It has none.</p>}
        <dl className={styles.facts}>
          {[...standing.variables].map(([id, value]) => (
            <div key={id} className={styles.fact}>
              <dt>{id}</dt>
              <dd>{shortValue(value)}</dd>
            </div>
          ))}
        </dl>
      </fieldset>
      <fieldset className={styles.group} aria-label="Results">
        <h3>Results</h3>
        <JsonView value={standing.results} />
      </fieldset>
      {standing.tags.length > 0 && (
        <fieldset className={styles.group} aria-label="Tags">
          <h3>Tags</h3>
          <p>{standing.tags.join(', ')}</p>
        </fieldset>
      )}
    </>
  );
}

function LiveContext({ stands: { view, place } }: { readonly stands: MachineStand }) {
  return (
    <>
      {place === ROOT && (
        <fieldset className={styles.group} aria-label="Variables of the machine">
          <h3>Variables</h3>
          {view.variables.size === 0 && <p className={styles.muted}>Nothing has been written yet.</p>}
          <dl className={styles.facts}>
            {[...view.variables].map(([id, { value }]) => (
              <div key={id} className={styles.fact}>
                <dt>{id}</dt>
                <dd>{shortValue(value)}</dd>
              </div>
            ))}
          </dl>
        </fieldset>
      )}
      <fieldset className={styles.group} aria-label="Results">
        <h3>Results</h3>
        <JsonView value={view.machines.get(place)?.results ?? {}} />
      </fieldset>
    </>
  );
}
