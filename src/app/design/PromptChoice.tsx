import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { isJsonObject } from '#base';
import { ExpressionInput } from '../forms/ExpressionInput';
import type { ControlProps } from '../forms/form';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { openDialog } from '../state/dialogs';
import { useDocument } from '../state/session';
import styles from './Inspector.module.css';

const BUILT_IN = '';
const OWN = 'own text';

/** The prompt of a planner: the built-in one, a prompt of the workspace, or a text of its own (P3, P13). */
export function PromptChoice({ ids, value, onChange }: ControlProps) {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const named = isJsonObject(value) && typeof value.prompt === 'string' ? value.prompt : null;
  const [writes, setWrites] = useState(false);
  const own = typeof value === 'string' || writes;
  const choose = (choice: string) => {
    setWrites(choice === OWN);
    if (choice === BUILT_IN) onChange(undefined);
    else if (choice !== OWN) onChange({ prompt: choice });
  };
  return (
    <>
      <Select
        {...ids}
        value={own ? OWN : (named ?? BUILT_IN)}
        onChange={({ target }) => choose(target.value)}
      >
        <option value={BUILT_IN}>The built-in one</option>
        {prompts.map(({ id, name, version }) => (
          <option key={id} value={id}>
            {name ?? id}, version {version}
          </option>
        ))}
        {named !== null && prompts.every(({ id }) => id !== named) && <option value={named}>{named}</option>}
        <option value={OWN}>Its own text</option>
      </Select>
      {!own && !ids.disabled && <PromptLinks named={named ?? ''} />}
      {own && (
        <div className={styles.second}>
          <ExpressionInput
            aria-label="Text of the prompt"
            language="template"
            lines="many"
            disabled={ids.disabled}
            placeholder="Plan this with the capabilities {{ tools }}: {{ goal }}"
            value={typeof value === 'string' ? value : ''}
            onCommit={(text) => onChange(text === '' ? undefined : text)}
          />
        </div>
      )}
    </>
  );
}

/** A prompt of the workspace that is filled (P13), or none: then the node's own template is. */
export function WorkspacePrompt({ ids, value, onChange }: ControlProps) {
  const prompts = useDocument(({ workspace }) => workspace.prompts);
  const named = typeof value === 'string' ? value : '';
  return (
    <>
      <Select {...ids} value={named} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">None: a template of its own</option>
        {prompts.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
        {named !== '' && prompts.every(({ id }) => id !== named) && <option value={named}>{named}</option>}
      </Select>
      <PromptLinks named={named} />
    </>
  );
}

/** The way from a node to the prompt that it uses, or to a new one. */
function PromptLinks({ named }: { readonly named: string }) {
  const known = useDocument(({ workspace }) => workspace.prompts.some(({ id }) => id === named));
  return (
    <div className={styles.second}>
      {known ? (
        <Button size="small" icon={Pencil} onClick={() => openDialog({ kind: 'prompt', id: named })}>
          Edit the prompt
        </Button>
      ) : (
        <Button size="small" icon={Plus} onClick={() => openDialog({ kind: 'prompt', id: null })}>
          Add a prompt
        </Button>
      )}
    </div>
  );
}
