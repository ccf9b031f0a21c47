import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { Input, Select, TextArea } from '../parts/Input';
import { say } from '../parts/Toasts';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import { CapabilityInput } from './CapabilityInput';
import styles from './DocumentDialog.module.css';
import { draftOf, draftProblem, type ParserDraft, parserOf, parserUses } from './parsers';
import { TryParser } from './TryParser';

/** A parser of the workspace (P13): what makes a plan of a planner's raw reply, and a reply to try it on. */
export default function ParserDialog({ dialog, onClose }: DialogProps<'parser'>) {
  const editor = useEditor();
  const stored = useDocument(({ workspace }) => workspace.parsers.find(({ id }) => id === dialog.id) ?? null);
  const plans = useDocument(({ workspace }) => workspace.plans);
  const [draft, setDraft] = useState(() => draftOf(stored));
  const problem = draftProblem(draft, editor.catalogue);
  const uses = stored === null ? [] : parserUses(stored.id, plans);
  const save = () => {
    const item = parserOf(stored, draft, editor.workspace);
    const label = stored === null ? 'Add parser' : 'Change parser';
    const kept = editor.edit({ edit: 'put-item', list: 'parsers', item }, { label }).ok;
    onClose();
    if (kept && stored === null) dialog.onAdded?.(item.id);
  };
  const remove = () => {
    if (stored === null) return;
    editor.edit({ edit: 'remove-item', list: 'parsers', id: stored.id }, { label: 'Remove parser' });
    onClose();
    say({
      tone: 'info',
      text: `“${stored.name ?? stored.id}” was removed.`,
      action: { label: 'Undo', run: () => editor.undo() },
    });
  };
  return (
    <Dialog
      title={stored === null ? 'Add a parser' : (stored.name ?? stored.id)}
      width="wide"
      onClose={onClose}
      footer={
        <>
          {stored !== null && (
            <Button variant="danger" icon={Trash2} className={styles.remove} onClick={remove}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={problem !== null} onClick={save}>
            {stored === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <section className={styles.all} aria-label="Parser">
        <ParserKind draft={draft} onChange={setDraft} />
        {draft.kind === 'jsonata' ? (
          <>
            <Field
              label="Expression"
              problem={problem}
              hint="JSONata over reply, the text, and value, what the text says as JSON. It gives a plan in any known form, or {variablesToInject, steps: [{pluginRef, prompt}]}."
            >
              {(ids) => (
                <TextArea
                  {...ids}
                  mono
                  rows={5}
                  value={draft.expression}
                  onChange={({ target }) => setDraft({ ...draft, expression: target.value })}
                />
              )}
            </Field>
            {problem === null && <TryParser expression={draft.expression} />}
          </>
        ) : (
          <Field
            label="Capability"
            problem={draft.capability === '' ? null : problem}
            hint="It is given {planText} and gives a plan in any known form, or {variablesToInject, steps}."
          >
            {(ids) => (
              <CapabilityInput
                ids={ids}
                value={draft.capability}
                onChange={(capability) => setDraft((before) => ({ ...before, capability }))}
              />
            )}
          </Field>
        )}
        {stored !== null && (
          <p className={styles.count}>
            {uses.length === 0
              ? 'No planner uses it yet: choose it as the parser of one.'
              : `Used by ${uses.join(', ')}.`}
          </p>
        )}
      </section>
    </Dialog>
  );
}

/** Its name, and what it is. */
function ParserKind({
  draft,
  onChange,
}: {
  readonly draft: ParserDraft;
  readonly onChange: (next: ParserDraft) => void;
}) {
  return (
    <div className={styles.head}>
      <Field label="Name">
        {(ids) => (
          <Input
            {...ids}
            value={draft.name}
            placeholder="Steps of our model"
            onChange={({ target }) => onChange({ ...draft, name: target.value })}
          />
        )}
      </Field>
      <Field label="Kind">
        {(ids) => (
          <Select
            {...ids}
            value={draft.kind}
            onChange={({ target }) =>
              onChange({ ...draft, kind: target.value === 'capability' ? 'capability' : 'jsonata' })
            }
          >
            <option value="jsonata">JSONata</option>
            <option value="capability">A capability</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
