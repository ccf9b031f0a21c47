import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import type { Diagnostic } from '#base';
import type { Checkup } from '#models';
import type { Keeping } from '#storage';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { ProblemNote } from '../parts/ProblemNote';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { storageOfPage } from '../state/services';
import { CheckupList } from './CheckupList';
import { checkByPage } from './checkByPage';
import { KeepingChoice } from './KeepingChoice';
import { keepingOf } from './keepingOf';
import styles from './SettingsDialog.module.css';
import { LOCAL_SERVER, presetName, SERVER_PRESETS } from './serverPresets';

interface Draft {
  readonly url: string;
  readonly key: string;
  readonly model: string;
  /** Null until it was chosen: an address alone is kept, a key only when that is said. */
  readonly keeping: Keeping | null;
  readonly passphrase: string;
}

const FIRST: Draft = { url: LOCAL_SERVER.url, key: '', model: '', keeping: null, passphrase: '' };

/** A connection of the person, made from anywhere (W7): it belongs to no workspace, and all can use it. */
export default function NewConnectionDialog({ dialog, onClose }: DialogProps<'connection'>) {
  const [draft, setDraft] = useKept<Draft>('new connection', () => FIRST);
  const [refused, setRefused] = useState<Diagnostic | null>(null);
  const [checkup, setCheckup] = useState<Checkup | 'asking' | null>(null);
  const { url, key, model, passphrase } = draft;
  const keeping = keepingOf(draft.keeping, key);
  const change = (to: Partial<Draft>) => setDraft((now) => ({ ...now, ...to }));
  const known = checkup !== null && checkup !== 'asking' ? checkup.models : null;

  const test = async (): Promise<Checkup> => {
    setCheckup('asking');
    const found = await checkByPage({ url, key: key === '' ? null : key });
    setCheckup(found);
    const first = preferredOf(found.models ?? []);
    setDraft((now) => (now.model === '' && now.url === url ? { ...now, model: first } : now));
    return found;
  };
  const connect = async () => {
    const { vault } = await storageOfPage();
    const name = presetName(url);
    // Without a model nothing could be asked: the server says what it has, where it answers.
    const listed = known ?? (model === '' ? (await test()).models : null);
    const chosen = model.trim() || preferredOf(listed ?? []) || null;
    const made = vault.add({
      ...{ url, key, keeping, passphrase, model: chosen },
      ...(name === undefined ? {} : { name }),
    });
    setRefused(made.ok ? null : made.problem);
    if (!made.ok) return;
    if (listed !== null) vault.update(made.value.id, { models: { names: listed, at: Date.now() } });
    await vault.stored();
    say({ tone: 'ok', text: `Connected to ${made.value.origin}.` });
    onClose();
    dialog.next?.(made.value.id);
  };
  return (
    <Dialog
      title="New connection"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            icon={PlugZap}
            disabled={checkup === 'asking'}
            onClick={() => void test()}
          >
            Test connection
          </Button>
          <Button variant="primary" onClick={() => void connect()}>
            Connect
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.muted}>
          An OpenAI-compatible server: on this machine, or any with an https address. The connection is yours,
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
                setCheckup(null);
              }}
            >
              {SERVER_PRESETS.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
              <option value="">Another server</option>
            </Select>
          )}
        </Field>
        <div className={styles.row}>
          <Field label="URL" problem={refused?.code === 'ADDRESS_INVALID' ? refused : null}>
            {(ids) => (
              <Input
                {...ids}
                mono
                type="url"
                value={url}
                onChange={({ target }) => change({ url: target.value })}
              />
            )}
          </Field>
          <Field label="Key" hint="Left empty for a server that needs none.">
            {(ids) => (
              <Input
                {...ids}
                type="password"
                autoComplete="off"
                value={key}
                onChange={({ target }) => change({ key: target.value })}
              />
            )}
          </Field>
        </div>
        <ModelField model={model} url={url} listed={known} onChange={(name) => change({ model: name })} />
        <KeepingChoice
          keeping={keeping}
          hasKey={key !== ''}
          asksPassphrase={keeping === 'passphrase'}
          passphrase={passphrase}
          onKeeping={(kept) => change({ keeping: kept })}
          onPassphrase={(typed) => change({ passphrase: typed })}
        />
        {refused && refused.code !== 'ADDRESS_INVALID' && <ProblemNote problem={refused} />}
        <div role="status">
          {checkup === 'asking' ? 'Asking…' : checkup && <CheckupList checkup={checkup} />}
        </div>
      </div>
    </Dialog>
  );
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
