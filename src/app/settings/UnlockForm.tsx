import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '#base';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { storageOfPage } from '../state/services';
import { Field } from '../ui/Field';
import styles from './SettingsDialog.module.css';

/** Opens what is kept with a passphrase, until the page closes (T2). */
export function UnlockForm() {
  const [passphrase, setPassphrase] = useState('');
  const [wrong, setWrong] = useState<Diagnostic | null>(null);
  const [isBusy, setBusy] = useState(false);
  const unlock = async () => {
    setBusy(true);
    const opened = await (await storageOfPage()).vault.unlock(passphrase);
    setBusy(false);
    setWrong(opened.ok ? null : opened.problem);
    if (opened.ok) setPassphrase('');
  };
  return (
    <form
      className={styles.unlock}
      onSubmit={(event) => {
        event.preventDefault();
        void unlock();
      }}
    >
      <Field label="Passphrase" problem={wrong}>
        {(ids) => (
          <Input
            {...ids}
            type="password"
            autoComplete="current-password"
            value={passphrase}
            onChange={({ target }) => setPassphrase(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" icon={LockOpen} disabled={isBusy || passphrase === ''}>
        Unlock
      </Button>
    </form>
  );
}
