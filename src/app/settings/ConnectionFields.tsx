import type { ReactNode } from 'react';
import type { Diagnostic } from '#base';
import type { ConnectionField, ConnectionKind } from '#models';
import type { Keeping, VaultEntry } from '#storage';
import { Input } from '../parts/Input';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemNote';
import { KeepingChoice } from './KeepingChoice';
import { keepingOf } from './keepingOf';
import styles from './SettingsDialog.module.css';

/** What is typed and chosen of a connection. */
export interface ConnectionDraft {
  readonly url: string;
  readonly key: string;
  /** Null until it was chosen. */
  readonly keeping: Keeping | null;
  readonly passphrase: string;
}

interface Props {
  readonly kind: ConnectionKind;
  readonly draft: ConnectionDraft;
  /** The connection that a typed key would be another one of; null: it is a new one. */
  readonly existing: VaultEntry | null;
  /** Its address stays as it is: another one would be another connection. */
  readonly isAddressFixed?: boolean;
  /** Its key takes the focus when the dialog opens. */
  readonly isKeyFirst?: boolean;
  /** Why it was not taken. */
  readonly refused: Diagnostic | null;
  readonly urlHint?: string | undefined;
  /** What can be done with its key. */
  readonly keyActions?: ReactNode;
  /** What stands below the choice where it is kept. */
  readonly keepingActions?: ReactNode;
  readonly onChange: (to: Partial<ConnectionDraft>) => void;
}

/** What a kind of connection asks for, and where it is kept (T2): the same for one that is new and one that is there. */
export function ConnectionFields(props: Props) {
  const { kind, draft, existing, isAddressFixed = false, isKeyFirst = false, refused, onChange } = props;
  const { key, passphrase } = draft;
  const hasKey = key !== '' || existing?.hasKey === true;
  const keeping = keepingOf(draft.keeping, hasKey, existing?.keeping ?? null);
  const isOfAddress = refused?.code === 'ADDRESS_INVALID';
  /** A connection whose key cannot be read now cannot be kept elsewhere with it. */
  const isKeepingOpen = key !== '' || existing === null || (isAddressFixed && !existing.locked);
  return (
    <>
      <div className={styles.row}>
        {kind.fields.map((field) => (
          <Field
            key={field.name}
            label={field.label}
            problem={field.name === 'url' && isOfAddress ? refused : null}
            hint={hintOf(field, props)}
          >
            {(ids) => (
              <Input
                {...ids}
                mono={!field.secret}
                type={field.secret ? 'password' : field.name === 'url' ? 'url' : 'text'}
                autoComplete="off"
                data-autofocus={(field.secret && isKeyFirst) || undefined}
                readOnly={field.name === 'url' && isAddressFixed}
                value={draft[field.name]}
                placeholder={field.placeholder}
                onChange={({ target }) => onChange({ [field.name]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {props.keyActions}
      {isKeepingOpen && (
        <KeepingChoice
          keeping={keeping}
          hasKey={hasKey}
          asksPassphrase={keeping === 'passphrase' && (key !== '' || existing?.keeping !== 'passphrase')}
          passphrase={passphrase}
          onKeeping={(chosen) => onChange({ keeping: chosen })}
          onPassphrase={(typed) => onChange({ passphrase: typed })}
        />
      )}
      {props.keepingActions}
      {refused && !isOfAddress && <ProblemNote problem={refused} />}
    </>
  );
}

function hintOf(
  { name, hint }: ConnectionField,
  { existing, isAddressFixed, urlHint }: Props,
): string | undefined {
  if (name === 'url') return isAddressFixed ? 'Another address is another connection.' : (urlHint ?? hint);
  return existing?.hasKey ? 'It has a key. Type to replace it.' : hint;
}
