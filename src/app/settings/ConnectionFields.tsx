import { Plus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { Diagnostic } from '#base';
import { CONNECTION_KINDS, type ConnectionField, type ConnectionKind, type KnownServer } from '#models';
import { canSeal, type Keeping, SHORTEST_PASSPHRASE, type VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Input, Select } from '../parts/Input';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemList';
import connectionsStyles from './Connections.module.css';
import styles from './SettingsDialog.module.css';
import settings from './SettingsDialog.module.css';

/** What is typed and chosen of a connection. */
export interface ConnectionDraft {
  readonly url: string;
  readonly key: string;
  /** Null until it was chosen. */
  readonly keeping: Keeping | null;
  readonly passphrase: string;
}

interface ConnectionFieldsProps {
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
export function ConnectionFields(props: ConnectionFieldsProps) {
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
  { existing, isAddressFixed, urlHint }: ConnectionFieldsProps,
): string | undefined {
  if (name === 'url') return isAddressFixed ? 'Another address is another connection.' : (urlHint ?? hint);
  return existing?.hasKey ? 'It has a key. Type to replace it.' : hint;
}

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

interface KeepingChoiceProps extends PassphraseProps {
  readonly keeping: Keeping;
  /** Whether there is a key that a passphrase would guard. */
  readonly hasKey: boolean;
  /** Whether one is to be typed now. */
  readonly asksPassphrase: boolean;
  readonly onKeeping: (keeping: Keeping) => void;
}

/** T2: where a connection and its key are kept. Nothing but the memory of the page unless that is said here. */
function KeepingChoice({
  keeping,
  hasKey,
  asksPassphrase,
  passphrase,
  onKeeping,
  onPassphrase,
}: KeepingChoiceProps) {
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
function PassphraseField({ passphrase, onPassphrase }: PassphraseProps) {
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

/**
 * Where a connection is to be kept: as it is now; a new one with its address alone on this device, with a key only where
 * that is said (T2).
 *
 * @param chosen null until something was
 * @param now of one that is there already; null for a new one
 */
export function keepingOf(chosen: Keeping | null, hasKey: boolean, now: Keeping | null): Keeping {
  if (!canSeal()) return 'tab';
  const wanted = chosen ?? now;
  if (!hasKey) return wanted === 'tab' ? 'tab' : 'device';
  return wanted ?? 'tab';
}

interface ModelFieldProps {
  /** As its server spells it; empty: none is chosen. */
  readonly model: string;
  /** What its server lists; null until it was asked. */
  readonly listed: readonly string[] | null;
  readonly hint: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (model: string) => void;
}

/** The model of a connection: a row of its server's list, once that was read, or typed. */
export function ModelField({ model, listed, hint, placeholder, onChange }: ModelFieldProps) {
  const [isTyped, setTyped] = useState(false);
  if (listed === null || listed.length === 0 || isTyped)
    return (
      <Field label="Model" hint={hint}>
        {(ids) => (
          <Input
            {...ids}
            mono
            value={model}
            placeholder={placeholder}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    );
  return (
    <ModelRows model={model} listed={listed} hint={hint} onChange={onChange} onType={() => setTyped(true)} />
  );
}

interface RowsProps extends Pick<ModelFieldProps, 'model' | 'hint' | 'onChange'> {
  readonly listed: readonly string[];
  readonly onType: () => void;
}

/** Those that cannot plan are listed without a choice. */
function ModelRows({ model, listed, hint, onChange, onType }: RowsProps) {
  const group = useId();
  const names = model === '' || listed.includes(model) ? listed : [model, ...listed];
  return (
    <div role="radiogroup" aria-labelledby={`${group}-title`} aria-describedby={`${group}-hint`}>
      <div className={connectionsStyles.modelsHead}>
        <h4 id={`${group}-title`} className={settings.groupTitle}>
          Model
        </h4>
        <span id={`${group}-hint`} className={settings.muted}>
          {hint}
        </span>
        <Button icon={Plus} onClick={onType}>
          Type a name
        </Button>
      </div>
      <div className={connectionsStyles.models}>
        {names.map((name) =>
          isForPlanning(name) ? (
            <label key={name} className={connectionsStyles.model}>
              <input type="radio" name={group} checked={name === model} onChange={() => onChange(name)} />
              <span className={connectionsStyles.modelName}>{name}</span>
              {!listed.includes(name) && <small>not in the list</small>}
            </label>
          ) : (
            <div key={name} className={connectionsStyles.model}>
              <span className={connectionsStyles.modelName}>{name}</span>
              <small>cannot plan</small>
            </div>
          ),
        )}
      </div>
    </div>
  );
}

/** Models that only make vectors, hear, draw or judge are listed beside those that can talk, and tell it by their names. */
function isForPlanning(name: string): boolean {
  return !/embed|whisper|tts|rerank|moderation|dall-e/i.test(name);
}

/** The first of a list that can plan; where none can be told to, the first. */
export function preferredOf(names: readonly string[]): string {
  return names.find(isForPlanning) ?? names[0] ?? '';
}

interface SlotPickProps {
  readonly label: string;
  /** What the workspace says of it. */
  readonly hint?: string;
  /** Id of the connection; empty: none. */
  readonly picked: string;
  readonly entries: readonly VaultEntry[];
  readonly onPick: (id: string) => void;
}

/** The person's pick for a slot (W7): nothing that came from outside is connected without one (case A2). */
export function SlotPick({ label, hint, picked, entries, onPick }: SlotPickProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Select {...ids} value={picked} onChange={({ target }) => onPick(target.value)}>
          <option value="">Not connected (calls wait)</option>
          {entries.map(({ id, name, origin, model }) => (
            <option key={id} value={id}>
              {[name, model, origin].filter((fact) => fact !== null && fact !== '').join(' · ')}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A server that a new connection is offered. */
interface OfferedServer extends KnownServer {
  readonly kind: ConnectionKind;
}

/** Those of every kind. */
export const OFFERED_SERVERS: readonly OfferedServer[] = CONNECTION_KINDS.flatMap((kind) =>
  kind.servers.map((server) => ({ kind, ...server })),
);

/** What is offered first: an address and a name that belong to one server. */
export const FIRST_KIND = CONNECTION_KINDS[0];
export const FIRST_SERVER = {
  url: FIRST_KIND.servers[0]?.url ?? '',
  model: FIRST_KIND.servers[0]?.model ?? '',
};

/** The server that has this address; undefined for others, which are called by their host. */
export function serverAt(url: string): OfferedServer | undefined {
  return OFFERED_SERVERS.find((server) => server.url === url);
}
