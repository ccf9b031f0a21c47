import { useId } from 'react';
import { canSeal, type Keeping, SHORTEST_PASSPHRASE } from '#storage';
import { Input } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './SettingsDialog.module.css';

const CHOICES: readonly { readonly keeping: Keeping; readonly title: string; readonly brief: string }[] = [
  { keeping: 'tab', title: 'This tab', brief: 'Gone when it closes' },
  { keeping: 'device', title: 'This device', brief: 'Encrypted; this browser only' },
  { keeping: 'passphrase', title: 'With a passphrase', brief: 'Asked once per visit' },
];

/** What each protects from, and what not. */
const SAID: Readonly<Record<Keeping, string>> = {
  tab: 'Address and key are in the memory of this page only, and have to be typed again after a reload.',
  device:
    'The key is encrypted with one that this browser does not hand out: that protects copies of its files, but not from somebody who can use this browser or its developer tools.',
  passphrase:
    'The key is encrypted with your passphrase, which is stored nowhere: without it nobody reads the key from this device, but nobody can restore it either, and while it is open this page can use it.',
};

interface PassphraseProps {
  readonly passphrase: string;
  readonly onPassphrase: (passphrase: string) => void;
}

interface Props extends PassphraseProps {
  readonly keeping: Keeping;
  /** Whether there is a key that a passphrase would guard. */
  readonly hasKey: boolean;
  /** Whether one is to be typed now. */
  readonly asksPassphrase: boolean;
  readonly onKeeping: (keeping: Keeping) => void;
}

/** T2: where a connection and its key are kept. Nothing but the memory of the page unless that is said here. */
export function KeepingChoice({
  keeping,
  hasKey,
  asksPassphrase,
  passphrase,
  onKeeping,
  onPassphrase,
}: Props) {
  const group = useId();
  const offered = canSeal()
    ? CHOICES.filter((one) => hasKey || one.keeping !== 'passphrase')
    : CHOICES.slice(0, 1);
  return (
    <>
      <div role="radiogroup" aria-labelledby={`${group}-title`}>
        <h4 id={`${group}-title`} className={styles.groupTitle}>
          Remember this connection
        </h4>
        <div className={styles.choices}>
          {offered.map((one) => (
            <label key={one.keeping} className={styles.choice}>
              <input
                type="radio"
                name={group}
                checked={keeping === one.keeping}
                onChange={() => onKeeping(one.keeping)}
              />
              <span>
                {one.title}
                <small>{one.brief}</small>
              </span>
            </label>
          ))}
        </div>
        <p className={styles.muted}>
          {hasKey || keeping === 'tab'
            ? SAID[keeping]
            : 'Its address is kept in this browser. It needs no key.'}
          {!canSeal() &&
            ' The browser does not trust the address of this page, so that nothing can be encrypted: it is kept nowhere else.'}
        </p>
      </div>
      {asksPassphrase && <PassphraseField passphrase={passphrase} onPassphrase={onPassphrase} />}
    </>
  );
}

/** A passphrase for what is about to be kept. */
export function PassphraseField({ passphrase, onPassphrase }: PassphraseProps) {
  return (
    <Field
      label="Passphrase"
      hint={`At least ${SHORTEST_PASSPHRASE} characters. One for all connections is best.`}
    >
      {(ids) => (
        <Input
          {...ids}
          type="password"
          autoComplete="new-password"
          value={passphrase}
          onChange={({ target }) => onPassphrase(target.value)}
        />
      )}
    </Field>
  );
}
