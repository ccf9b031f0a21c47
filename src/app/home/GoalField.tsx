import { useQuery } from '@tanstack/react-query';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { Storage } from '#storage';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { setOut } from '../state/address';
import { storedQuery } from '../state/services';
import type { AskedPlace } from '../state/slots';
import styles from './GoalField.module.css';
import type { NewestData } from './newestData';
import { PlannedBy } from './PlannedBy';
import { YourFile } from './YourFile';

/** What is typed where there is no data is asked in a workspace of its own. */
const NEW_WORKSPACE: AskedPlace = { id: '', model: null, madeHere: true };

/** The sentence that becomes a plan and runs at once (E8). */
export function GoalField() {
  const [sentence, setSentence] = useKept('goal', () => '');
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(storedQuery('workspaces', ['newest-data'], findNewestData));
  const goal = sentence.trim();
  const submit = async () => {
    if (goal === '') return;
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
    <div className={styles.goal}>
      <SentenceField
        placeholder="What do you want done? For example: which regions grew most in 2026"
        value={sentence}
        onChange={setSentence}
        onSubmit={() => void submit()}
        action="Plan it"
        icon={WandSparkles}
        disabled={busy}
      />
      {data && (
        <p className={styles.asks}>
          Asks “<bdi>{data.name}</bdi>”, the newest data here.
        </p>
      )}
      <div className={styles.ways}>
        <YourFile />
        <PlannedBy place={data?.place ?? NEW_WORKSPACE} isOpen={false} />
      </div>
    </div>
  );
}

async function findNewestData(storage: Storage): Promise<NewestData | null> {
  const { newestData } = await import('./newestData');
  return newestData(storage);
}
