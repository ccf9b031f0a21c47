import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckpointSummary } from '#storage';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { EmptyNote } from '../parts/EmptyNote';
import { askForPersistence, roomText } from '../settings/usage';
import type { DialogProps } from '../state/dialogs';
import { storedQuery, usageQuery } from '../state/services';
import { useDocument, useSession } from '../state/session';
import { CheckpointRow } from './CheckpointRow';
import { CheckpointView } from './CheckpointView';
import styles from './HistoryDialog.module.css';
import { NameCheckpoint } from './NameCheckpoint';

/** Rows that are read at once; the rest comes when it is asked for. */
const AT_ONCE = 20;

/** The history of the workspace (W6): name a checkpoint, look at one, go back to one. */
export default function HistoryDialog({ onClose }: DialogProps<'history'>) {
  const { id } = useSession();
  const present = useDocument(({ workspace }) => workspace);
  const { data: checkpoints = [] } = useQuery(
    storedQuery('checkpoints', [id], ({ workspaces }) => workspaces.history(id)),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = checkpoints.find(({ key }) => key === chosen) ?? checkpoints[0];
  return (
    <Dialog title="History" width="wide" onClose={onClose} footer={<SpaceUsed />}>
      <div className={styles.history}>
        <NameCheckpoint onKept={setChosen} />
        {shown === undefined ? (
          <EmptyNote>
            Your work is saved as you go. Earlier states of the workspace appear here: some are kept
            automatically, others when you name one.
          </EmptyNote>
        ) : (
          <div className={styles.columns}>
            <Checkpoints checkpoints={checkpoints} shown={shown} onChoose={setChosen} />
            <CheckpointView key={shown.key} checkpoint={shown} present={present} onClose={onClose} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ListProps {
  readonly checkpoints: readonly CheckpointSummary[];
  readonly shown: CheckpointSummary;
  readonly onChoose: (key: number) => void;
}

function Checkpoints({ checkpoints, shown, onChoose }: ListProps) {
  const [most, setMost] = useState(AT_ONCE);
  return (
    <ul className={styles.list} aria-label="Checkpoints">
      {checkpoints.slice(0, most).map((checkpoint, index) => (
        <li key={checkpoint.key}>
          <CheckpointRow
            checkpoint={checkpoint}
            older={checkpoints[index + 1]?.key ?? null}
            selected={checkpoint.key === shown.key}
            onSelect={() => onChoose(checkpoint.key)}
          />
        </li>
      ))}
      {checkpoints.length > most && (
        <li>
          <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
            Show older ones
          </Button>
        </li>
      )}
    </ul>
  );
}

/** What all of it takes, where one looks at what is kept. */
function SpaceUsed() {
  const { data: usage } = useQuery(usageQuery);
  if (!usage) return null;
  return (
    <>
      <p className={styles.space}>Space used in this browser: {roomText(usage.used)}</p>
      {!usage.persisted && usage.kind === 'indexeddb' && (
        <Button variant="outline" onClick={() => void askForPersistence()}>
          Ask for persistent storage
        </Button>
      )}
    </>
  );
}
