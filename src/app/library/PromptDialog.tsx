import type { Editor } from '#editor';
import { compileTemplate, type Prompt, type Workspace } from '#plan';
import { BUILT_IN_PROMPTS, PROMPT_NAMES } from '#planner';
import { Input, Select, TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Pill } from '../parts/Pill';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { ItemDialog, ItemField, UsedBy } from './ItemDialog';
import styles from './ItemDialog.module.css';
import { newId } from './items';

/** A prompt of the workspace (P13): its name, its text, its version, and what uses it. */
export default function PromptDialog({ dialog, onClose }: DialogProps<'prompt'>) {
  const editor = useEditor();
  const stored = useDocument(({ workspace }) => workspace.prompts.find(({ id }) => id === dialog.id) ?? null);
  const [draft, setDraft] = useKept('prompt', () => ({
    name: stored?.name ?? stored?.id ?? '',
    text: stored?.text ?? '',
  }));
  const next = promptOf(stored, draft, editor.workspace);
  const isNew = stored === null;
  const isChanged = isNew ? draft.text !== '' : draft.text !== stored.text || next.name !== stored.name;
  const read = compileTemplate(draft.text);
  const problem = read.ok ? null : (read.problem[0] ?? null);
  const save = () => {
    keepPrompt(editor, next, isNew ? 'Add prompt' : 'Change prompt');
    onClose();
  };
  return (
    <ItemDialog
      list="prompts"
      stored={stored}
      width="wide"
      isChanged={isChanged}
      isReady={draft.text !== ''}
      saveWords={saveWords(stored?.version, next.version)}
      onSave={save}
      onClose={onClose}
    >
      <div className={styles.head}>
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              value={draft.name}
              placeholder="Plan with care"
              onChange={({ target }) => setDraft({ ...draft, name: target.value })}
            />
          )}
        </Field>
        {isNew ? (
          <BeginWith onChosen={(text) => setDraft({ ...draft, text })} />
        ) : (
          <Pill tone="skip">version {stored.version}</Pill>
        )}
      </div>
      <ItemField list="prompts" stored={stored} of="text">
        <Field
          label="Text"
          problem={problem}
          hint={`A template: {{ name }} is filled in. In a planner: ${PROMPT_NAMES.join(', ')}. In a Fill template: the variables of the plan.`}
        >
          {(ids) => (
            <TextArea
              {...ids}
              mono
              className={styles.prompt}
              value={draft.text}
              onChange={({ target }) => setDraft({ ...draft, text: target.value })}
            />
          )}
        </Field>
      </ItemField>
      <UsedBy
        item="prompt"
        stored={stored}
        none="No node uses it yet: choose it as the prompt of a Planner or of a Fill template."
      />
    </ItemDialog>
  );
}

function saveWords(before: number | undefined, after: number): string {
  return before === after ? 'Save' : `Save as version ${after}`;
}

/** A new prompt may begin as a copy of a built-in one. */
function BeginWith({ onChosen }: { readonly onChosen: (text: string) => void }) {
  return (
    <Field label="Start from">
      {(ids) => (
        <Select
          {...ids}
          defaultValue=""
          onChange={({ target }) =>
            onChosen(BUILT_IN_PROMPTS.find(({ id }) => id === target.value)?.text ?? '')
          }
        >
          <option value="">an empty text</option>
          {BUILT_IN_PROMPTS.map(({ id, version }) => (
            <option key={id} value={id}>
              the built-in {id} (version {version})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** What a person wrote. */
export interface PromptDraft {
  readonly name: string;
  readonly text: string;
}

/**
 * The prompt as it is kept: another text is the next version, so that an attempt says which one it was asked with (P6);
 * another name is not.
 *
 * @param before null for a new one, which gets an id made from its name
 */
export function promptOf(before: Prompt | null, { name, text }: PromptDraft, workspace: Workspace): Prompt {
  const title = name.trim();
  if (before === null) {
    const id = newId(title, 'prompt', workspace.prompts);
    return { id, name: title || 'Prompt', version: 1, text };
  }
  const version = text === before.text ? before.version : before.version + 1;
  return { ...before, name: title || before.id, version, text };
}

export function keepPrompt(editor: Editor, item: Prompt, label: string): void {
  editor.edit({ edit: 'put-item', list: 'prompts', item }, { label });
}
