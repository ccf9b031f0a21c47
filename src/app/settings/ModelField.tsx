import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './Connections.module.css';
import settings from './SettingsDialog.module.css';

interface Props {
  /** As its server spells it; empty: none is chosen. */
  readonly model: string;
  /** What its server lists; null until it was asked. */
  readonly listed: readonly string[] | null;
  readonly hint: string;
  readonly placeholder?: string | undefined;
  readonly onChange: (model: string) => void;
}

/** The model of a connection: a row of its server's list, once that was read, or typed. */
export function ModelField({ model, listed, hint, placeholder, onChange }: Props) {
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

interface RowsProps extends Pick<Props, 'model' | 'hint' | 'onChange'> {
  readonly listed: readonly string[];
  readonly onType: () => void;
}

/** Those that cannot plan are listed without a choice. */
function ModelRows({ model, listed, hint, onChange, onType }: RowsProps) {
  const group = useId();
  const names = model === '' || listed.includes(model) ? listed : [model, ...listed];
  return (
    <div role="radiogroup" aria-labelledby={`${group}-title`} aria-describedby={`${group}-hint`}>
      <div className={styles.modelsHead}>
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
      <div className={styles.models}>
        {names.map((name) =>
          isForPlanning(name) ? (
            <label key={name} className={styles.model}>
              <input type="radio" name={group} checked={name === model} onChange={() => onChange(name)} />
              <span className={styles.modelName}>{name}</span>
              {!listed.includes(name) && <small>not in the list</small>}
            </label>
          ) : (
            <div key={name} className={styles.model}>
              <span className={styles.modelName}>{name}</span>
              <small>cannot plan</small>
            </div>
          ),
        )}
      </div>
    </div>
  );
}

/** Models that only make vectors, hear, draw or judge are listed beside those that can talk, and tell it by their names. */
export function isForPlanning(name: string): boolean {
  return !/embed|whisper|tts|rerank|moderation|dall-e/i.test(name);
}

/** The first of a list that can plan; where none can be told to, the first. */
export function preferredOf(names: readonly string[]): string {
  return names.find(isForPlanning) ?? names[0] ?? '';
}
