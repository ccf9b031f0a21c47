import { PlugZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import type { Checkup } from '#models';
import type { Vault, VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { storageOfPage } from '../state/services';
import { CheckupList } from './CheckupList';
import { type ConnectionDraft, ConnectionFields } from './ConnectionFields';
import { keepingOf } from './keepingOf';
import styles from './SettingsDialog.module.css';
import { LOCAL_SERVER, presetName, SERVER_PRESETS } from './serverPresets';
import { useCheckup } from './useCheckup';

interface Draft extends ConnectionDraft {
  readonly model: string;
}

const FIRST: Draft = { url: LOCAL_SERVER.url, key: '', model: '', keeping: null, passphrase: '' };

/** A connection of the person, made from anywhere (W7): it belongs to no workspace, and all can use it. */
export default function NewConnectionDialog({ dialog, onClose }: DialogProps<'connection'>) {
  const [draft, setDraft] = useKept<Draft>('new connection', () => FIRST);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { url, key, model } = draft;
  const { checkup, isAsking, test } = useCheckup(url, key);
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
          An OpenAI-compatible server: on this device, or any with an https address. The connection is yours,
          in every workspace; its key goes to its own server only, and is never shared or exported.
        </p>
        <Field label="Server">
          {(ids) => (
            <Select
              {...ids}
              value={presetName(url) ?? ''}
              onChange={({ target }) => {
                const preset = SERVER_PRESETS.find(({ name }) => name === target.value);
                change({ url: preset?.url ?? '', model: '' });
              }}
            >
              {SERVER_PRESETS.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
              <option value="">Another server</option>
            </Select>
          )}
        </Field>
        <ConnectionFields draft={draft} existing={null} refused={refused} onChange={change} />
        <ModelField model={model} url={url} listed={listed} onChange={(name) => change({ model: name })} />
        <div ref={told} role="status">
          {isAsking ? 'Asking…' : checkup && <CheckupList checkup={checkup} />}
        </div>
      </div>
    </Dialog>
  );
}

function addTo(vault: Vault, { url, key, model, keeping, passphrase }: Draft, { models, problem }: Checkup) {
  const name = presetName(url);
  const made = vault.add({
    ...{ url, key, passphrase, keeping: keepingOf(keeping, key, null) },
    // Without a model nothing could be asked.
    model: model.trim() || preferredOf(models ?? []) || null,
    ...(name === undefined ? {} : { name }),
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

interface ModelFieldProps {
  readonly model: string;
  readonly url: string;
  readonly listed: readonly string[] | null;
  readonly onChange: (model: string) => void;
}

/** A name as the server spells it: from its list, once it was asked, or typed. */
function ModelField({ model, url, listed, onChange }: ModelFieldProps) {
  const example = SERVER_PRESETS.find((preset) => preset.url === url)?.model;
  return (
    <Field
      label="Model"
      hint={listed ? `The server has ${listed.length}.` : 'Test the connection to choose from its list.'}
    >
      {(ids) =>
        listed === null || listed.length === 0 ? (
          <Input
            {...ids}
            mono
            value={model}
            placeholder={example ?? ''}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Select {...ids} value={model} onChange={({ target }) => onChange(target.value)}>
            {!listed.includes(model) && <option value={model}>{model || 'None chosen'}</option>}
            {listed.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )
      }
    </Field>
  );
}

/** The first that can talk: models that only make vectors or hear are listed beside them. */
function preferredOf(names: readonly string[]): string {
  return names.find((name) => !/embed|whisper|tts|rerank|moderation|dall-e/i.test(name)) ?? names[0] ?? '';
}
