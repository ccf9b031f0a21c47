import { type FormEvent, useState } from 'react';
import type { Diagnostic } from '#base';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { diagnosticOf } from '../state/sayTrouble';
import { useSession } from '../state/session';
import { Field } from '../ui/Field';
import { keepCheckpoint } from './checkpoints';
import styles from './HistoryDialog.module.css';

/** Keeps the workspace as it is now, under a name. */
export function NameCheckpoint({ onKept }: { readonly onKept: (key: number) => void }) {
  const session = useSession();
  const [name, setName] = useKept('checkpoint', () => '');
  const [trouble, setTrouble] = useState<Diagnostic | null>(null);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    try {
      onKept(await keepCheckpoint(session, 'named', name.trim()));
      setName('');
      setTrouble(null);
    } catch (thrown) {
      setTrouble(diagnosticOf(thrown, 'The checkpoint could not be kept.'));
    }
  };
  return (
    <form className={styles.name} onSubmit={(event) => void keep(event)}>
      <Field label="Name of a checkpoint" problem={trouble}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={200}
            placeholder="Before I try something else"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" disabled={name.trim() === ''}>
        Keep a checkpoint
      </Button>
    </form>
  );
}
