import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../parts/Input';
import { keepAutoResume, readAutoResume } from '../run/autoResume';
import { sayThrown } from '../state/sayTrouble';
import { queries, storageOfPage } from '../state/services';
import styles from './SettingsDialog.module.css';

const AUTO_RESUME = ['stored', 'settings', 'auto-resume'];

/** How runs behave in this browser. */
export function RunsTab() {
  const { data: on } = useQuery({
    queryKey: AUTO_RESUME,
    queryFn: async () => readAutoResume(await storageOfPage()),
  });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (next: boolean) => {
    // It shows with the click: what a query is told is drawn a task later, and until then the box springs back.
    setChosen(next);
    queries.setQueryData(AUTO_RESUME, next);
    try {
      await keepAutoResume(await storageOfPage(), next);
    } catch (thrown) {
      sayThrown(thrown, 'The setting could not be kept.');
    }
  };
  return (
    <>
      <Checkbox
        label="Resume interrupted runs automatically"
        checked={chosen ?? on ?? false}
        disabled={on === undefined}
        onChange={({ target }) => void choose(target.checked)}
      />
      <p className={styles.muted}>
        A run whose page was closed or lost is paused, and everything up to there is kept. With this it goes
        on as soon as it is opened again. It still waits when a model has to be connected again, and for a
        step that may or may not have happened it always asks.
      </p>
    </>
  );
}
