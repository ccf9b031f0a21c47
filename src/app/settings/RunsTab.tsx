import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Checkbox } from '../parts/Input';
import { keepAutoResume, readAutoResume } from '../run/autoResume';
import { sayThrown } from '../state/sayTrouble';
import { storageOfPage, storedQuery } from '../state/services';
import styles from './SettingsDialog.module.css';

const autoResumeQuery = storedQuery('settings', ['auto-resume'], readAutoResume);

/** How runs behave in this browser. */
export function RunsTab() {
  const { data: on } = useQuery(autoResumeQuery);
  // It shows with the click, before it is stored; then what is stored counts, here or by another tab.
  const [chosen, setChosen] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored has changed.
  useEffect(() => setChosen(null), [on]);
  const choose = async (next: boolean) => {
    setChosen(next);
    try {
      await keepAutoResume(await storageOfPage(), next);
    } catch (thrown) {
      setChosen(null);
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
