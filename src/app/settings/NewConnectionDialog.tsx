import { PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Diagnostic, present } from '#base';
import { type Checkup, CONNECTION_KINDS, type ConnectionKind } from '#models';
import type { Vault, VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { storageOfPage } from '../state/services';
import { Field } from '../ui/Field';
import { CheckupList, useCheckup } from './CheckupList';
import {
  type ConnectionDraft,
  ConnectionFields,
  FIRST_KIND,
  FIRST_SERVER,
  keepingOf,
  ModelField,
  OFFERED_SERVERS,
  preferredOf,
  serverAt,
} from './ConnectionFields';
import styles from './SettingsDialog.module.css';

interface Draft extends ConnectionDraft {
  readonly kind: ConnectionKind;
  readonly model: string;
}

const FIRST: Draft = {
  ...{ kind: FIRST_KIND, url: FIRST_SERVER.url, key: '', model: '' },
  ...{ keeping: null, passphrase: '' },
};

/** A connection of the person, made from anywhere (W7): it belongs to no workspace, and all can use it. */
export default function NewConnectionDialog({ dialog, onClose }: DialogProps<'connection'>) {
  const [draft, setDraft] = useKept<Draft>('new connection', () => FIRST);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { kind, url, key, model } = draft;
  const { checkup, isAsking, test } = useCheckup(kind.id, url, key);
  const listed = checkup?.models ?? null;
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It stands below the fields, and the buttons that ask for it stay where they are.
    if (checkup !== null) told.current?.scrollIntoView({ block: 'nearest' });
  }, [checkup]);

  const change = (to: Partial<Draft>) => {
    setRefused(null);
    // What was chosen from the list of one server says nothing at another.
    const isListed = to.url !== undefined && listed?.includes(model);
    setDraft((now) => ({ ...now, ...(isListed ? { model: '' } : {}), ...to }));
  };
  const testAndChoose = async (): Promise<Checkup | null> => {
    const found = await test();
    const first = preferredOf(found?.models ?? []);
    if (first !== '') setDraft((now) => (now.model === '' ? { ...now, model: first } : now));
    return found;
  };
  const connect = async () => {
    const found = checkup ?? (await testAndChoose());
    if (found === null) return;
    if (found.problem?.code === 'ADDRESS_INVALID') return setRefused(found.problem);
    // What does not work is told first. Who presses once more wants it all the same.
    if (found.problem !== null && checkup === null) return;
    const { vault } = await storageOfPage();
    const made = addTo(vault, draft, found);
    if (!made.ok) return setRefused(made.problem);
    setAdding(true);
    await vault.stored();
    sayAdded(made.value, vault.trouble ?? found.problem);
    onClose();
    dialog.next?.(made.value.id);
  };
  return (
    <Dialog
      title="New connection"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" icon={PlugZap} disabled={isAsking} onClick={() => void testAndChoose()}>
            Test connection
          </Button>
          <Button variant="primary" disabled={isAsking || isAdding} onClick={() => void connect()}>
            {checkup?.problem ? 'Connect anyway' : 'Connect'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.muted}>
          {kind.about}. The connection is yours, in every workspace; its key goes to its own server only, and
          is never shared or exported.
        </p>
        <ServerField
          kind={kind}
          url={url}
          onChange={(chosen, address) => change({ kind: chosen, url: address, model: '' })}
        />
        <ConnectionFields kind={kind} draft={draft} existing={null} refused={refused} onChange={change} />
        <ModelField
          model={model}
          listed={listed}
          hint={listed ? `The server has ${listed.length}.` : 'Test the connection to choose from its list.'}
          placeholder={serverAt(url)?.model ?? ''}
          onChange={(name) => change({ model: name })}
        />
        <div ref={told} role="status">
          {isAsking ? 'Asking…' : checkup && <CheckupList checkup={checkup} />}
        </div>
      </div>
    </Dialog>
  );
}

function addTo(
  vault: Vault,
  { kind, url, key, model, keeping, passphrase }: Draft,
  { models, problem }: Checkup,
) {
  const name = serverAt(url)?.name;
  const made = vault.add({
    ...{ kind: kind.id, url, key, passphrase, keeping: keepingOf(keeping, key !== '', null) },
    // Without a model nothing could be asked.
    model: model.trim() || preferredOf(models ?? []) || null,
    ...present({ name }),
  });
  if (!made.ok) return made;
  if (models !== null) vault.listed(made.value.id, models);
  vault.heard(made.value.id, problem);
  return made;
}

/** @param trouble why it does not work, or will not be there after a reload */
function sayAdded({ origin, model }: VaultEntry, trouble: Diagnostic | null): void {
  if (trouble === null) {
    say({ tone: 'ok', text: `Connected to ${origin}.` });
    return;
  }
  const missing = model === null ? ' Choose its model under Settings → Connections.' : '';
  const { message, help, code } = trouble;
  say({ tone: 'bad', text: `${origin} was added. ${message}`, help: `${help}${missing}`, code });
}

interface ServerFieldProps {
  readonly kind: ConnectionKind;
  readonly url: string;
  readonly onChange: (kind: ConnectionKind, url: string) => void;
}

/** Servers that many people have, by their names; and any other, by its kind. */
function ServerField({ kind, url, onChange }: ServerFieldProps) {
  return (
    <Field label="Server">
      {(ids) => (
        <Select
          {...ids}
          value={serverAt(url)?.name ?? kind.id}
          onChange={({ target }) => {
            const known = OFFERED_SERVERS.find(({ name }) => name === target.value);
            if (known) return onChange(known.kind, known.url);
            onChange(CONNECTION_KINDS.find(({ id }) => id === target.value) ?? kind, '');
          }}
        >
          {OFFERED_SERVERS.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
          {CONNECTION_KINDS.map(({ id, others }) => (
            <option key={id} value={id}>
              {others}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
