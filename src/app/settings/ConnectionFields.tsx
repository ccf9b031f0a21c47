import type { Diagnostic } from '#base';
import type { Keeping, VaultEntry } from '#storage';
import { Field } from '../parts/Field';
import { Input } from '../parts/Input';
import { ProblemNote } from '../parts/ProblemNote';
import { KeepingChoice } from './KeepingChoice';
import { keepingOf } from './keepingOf';
import styles from './SettingsDialog.module.css';
import { LOCAL_SERVER } from './serverPresets';

/** What is typed and chosen of a connection. */
export interface ConnectionDraft {
  readonly url: string;
  readonly key: string;
  /** Null until it was chosen. */
  readonly keeping: Keeping | null;
  readonly passphrase: string;
}

interface Props {
  readonly draft: ConnectionDraft;
  /** The connection that a typed key would be another one of; null: it is a new one. */
  readonly existing: VaultEntry | null;
  /** Why it was not taken. */
  readonly refused: Diagnostic | null;
  readonly urlHint?: string | undefined;
  readonly onChange: (to: Partial<ConnectionDraft>) => void;
}

/** The address of a connection, its key, and where both are kept (T2). */
export function ConnectionFields({ draft, existing, refused, urlHint, onChange }: Props) {
  const { url, key, passphrase } = draft;
  const keeping = keepingOf(draft.keeping, key, existing?.keeping ?? null);
  const isOfAddress = refused?.code === 'ADDRESS_INVALID';
  return (
    <>
      <div className={styles.row}>
        <Field label="URL" problem={isOfAddress ? refused : null} hint={urlHint}>
          {(ids) => (
            <Input
              {...ids}
              mono
              type="url"
              value={url}
              placeholder={LOCAL_SERVER.url}
              onChange={({ target }) => onChange({ url: target.value })}
            />
          )}
        </Field>
        <Field
          label="Key"
          hint={
            existing?.hasKey ? 'It has a key. Type to replace it.' : 'Leave empty if the server needs none.'
          }
        >
          {(ids) => (
            <Input
              {...ids}
              type="password"
              autoComplete="off"
              value={key}
              onChange={({ target }) => onChange({ key: target.value })}
            />
          )}
        </Field>
      </div>
      {(key !== '' || existing === null) && (
        <KeepingChoice
          keeping={keeping}
          hasKey={key !== ''}
          asksPassphrase={keeping === 'passphrase'}
          passphrase={passphrase}
          onKeeping={(chosen) => onChange({ keeping: chosen })}
          onPassphrase={(typed) => onChange({ passphrase: typed })}
        />
      )}
      {refused && !isOfAddress && <ProblemNote problem={refused} />}
    </>
  );
}
