import { Pencil, Plus } from 'lucide-react';
import type { ControlProps } from '../forms/control';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { openDialog } from '../state/dialogs';
import { useDocument } from '../state/session';
import styles from './Inspector.module.css';

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
export function PromptLinks({ named }: { readonly named: string }) {
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
