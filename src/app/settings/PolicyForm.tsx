import { type FormEvent, useState } from 'react';
import { problem } from '#base';
import { compileExpression, type Effect, isHostPattern, type Policy } from '#plan';
import type { CallOfRun } from '#projection';
import { SuggestInput } from '../forms/SuggestInput';
import { Button } from '../parts/Button';
import { Input, Select } from '../parts/Input';
import { useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { PolicySentence } from '../ui/PolicySentence';
import { LastRunSays } from './LastRunSays';
import styles from './PoliciesTab.module.css';
import settings from './SettingsDialog.module.css';

interface Props {
  /** Those before which the new one will stand. */
  readonly others: readonly Policy[];
  readonly calls: readonly CallOfRun[] | null;
  readonly onSave: (policy: Policy) => void;
  readonly onCancel: () => void;
}

/** A new sentence about calls (P13): what is to be done with which, and when. */
export function PolicyForm({ others, calls, onSave, onCancel }: Props) {
  const { catalogue } = useEditor();
  const [verdict, setVerdict] = useState<NonNullable<Policy['then']>>('ask');
  const [capability, setCapability] = useState('');
  const [effect, setEffect] = useState<Effect | ''>('');
  const [host, setHost] = useState('');
  const [argument, setArgument] = useState('');
  const wrong = argument.trim() === '' ? null : compileExpression(argument);
  const named = host.trim().toLowerCase();
  const wrongHost = named === '' || isHostPattern(named) ? null : NOT_A_HOST;
  const isWrong = wrong?.ok === false || wrongHost !== null;
  const policy: Policy = {
    when: {
      ...(capability.trim() !== '' && { capability: capability.trim() }),
      ...(effect !== '' && { effect }),
      ...(named !== '' && { host: named }),
      ...(argument.trim() !== '' && { argument: argument.trim() }),
    },
    // biome-ignore lint/suspicious/noThenProperty: a word of the format (P13).
    then: verdict,
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) onSave(policy);
  };
  return (
    <form className={styles.form} aria-label="New sentence" onSubmit={save}>
      <Field label="What to do">
        {(ids) => (
          <Select {...ids} value={verdict} onChange={({ target }) => setVerdict(verdictIn(target.value))}>
            <option value="ask">Ask before</option>
            <option value="deny">Deny</option>
            <option value="allow">Allow</option>
          </Select>
        )}
      </Field>
      <Field
        label="Which calls"
        hint="A capability, or the beginning of several with * behind it; every call when empty."
      >
        {(ids) => (
          <SuggestInput
            {...ids}
            mono
            suggestions={[...catalogue.values()].map(({ id, title }) => ({ value: id, note: title }))}
            value={capability}
            onCommit={(next) => {
              setCapability(next);
              return null;
            }}
          />
        )}
      </Field>
      <Field label="With which effect">
        {(ids) => (
          <Select
            {...ids}
            value={effect}
            onChange={({ target }) => setEffect(EFFECTS.find((one) => one === target.value) ?? '')}
          >
            <option value="">any</option>
            {EFFECTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="To which host"
        hint="Where the call goes, such as api.example.com, or *.example.com for all hosts under it; anywhere when empty."
        problem={wrongHost}
      >
        {(ids) => <Input {...ids} mono value={host} onChange={({ target }) => setHost(target.value)} />}
      </Field>
      <Field
        label="When"
        hint="An expression over the arguments, such as input.amount > 500; always when empty."
        problem={wrong?.ok === false ? wrong.problem : null}
      >
        {(ids) => (
          <Input {...ids} mono value={argument} onChange={({ target }) => setArgument(target.value)} />
        )}
      </Field>
      {!isWrong && (
        <p className={styles.reads} role="status">
          Reads: <PolicySentence policy={policy} />.{' '}
          {calls !== null && <LastRunSays policy={policy} others={others} calls={calls} />}
        </p>
      )}
      <div className={settings.actions}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save sentence
        </Button>
      </div>
    </form>
  );
}

const NOT_A_HOST = problem(
  'POLICY_HOST_INVALID',
  'This is not a host.',
  'Leave out scheme, port and path: api.example.com, or *.example.com.',
);

const EFFECTS: readonly Effect[] = ['pure', 'read', 'write', 'unknown'];

function verdictIn(value: string): NonNullable<Policy['then']> {
  return value === 'deny' || value === 'allow' ? value : 'ask';
}
