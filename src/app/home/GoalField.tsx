import { WandSparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Storage } from '#storage';
import { Button } from '../parts/Button';
import { useKept } from '../parts/kept';
import { setOut } from '../state/address';
import { useStored } from '../state/services';
import styles from './GoalField.module.css';
import type { NewestData } from './newestData';

/** The sentence that becomes a plan and runs at once (E8). */
export function GoalField() {
  const [sentence, setSentence] = useKept('goal', () => '');
  const [busy, setBusy] = useState(false);
  const { data } = useStored(['workspaces', 'newest-data'], findNewestData);
  const goal = sentence.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (goal === '' || busy) return;
    setBusy(true);
    const go = setOut();
    try {
      const { planSentence } = await import('./planSentence');
      await planSentence(goal, go);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <input
          className={styles.field}
          aria-label="What do you want done?"
          placeholder="What do you want done? For example: which regions grew most in 2026"
          value={sentence}
          maxLength={2_000}
          autoComplete="off"
          onChange={(event) => setSentence(event.target.value)}
        />
        <Button type="submit" variant="primary" size="large" icon={WandSparkles} disabled={busy}>
          Plan it
        </Button>
      </form>
      {data && (
        <p className={styles.asks}>
          Asks “<bdi>{data.name}</bdi>”, the newest data here.
        </p>
      )}
    </>
  );
}

async function findNewestData(storage: Storage): Promise<NewestData | null> {
  const { newestData } = await import('./newestData');
  return newestData(storage);
}
