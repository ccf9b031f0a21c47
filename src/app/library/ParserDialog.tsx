import { useState } from 'react';
import { Input, Select, TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { CapabilityField } from './CapabilityField';
import { ItemDialog, UsedBy } from './ItemDialog';
import styles from './ItemDialog.module.css';
import { ItemField } from './ItemField';
import { draftOf, draftProblem, type ParserDraft, parserOf } from './parsers';
import { TryParser } from './TryParser';

/** A parser of the workspace (P13): what makes a plan of a planner's raw reply, and a reply to try it on. */
export default function ParserDialog({ dialog, onClose }: DialogProps<'parser'>) {
  const editor = useEditor();
  const stored = useDocument(({ workspace }) => workspace.parsers.find(({ id }) => id === dialog.id) ?? null);
  const [before] = useState(() => draftOf(stored));
  const [draft, setDraft] = useKept('parser', () => before);
  const problem = draftProblem(draft, editor.catalogue);
  const save = () => {
    const item = parserOf(stored, draft, editor.workspace);
    const label = stored === null ? 'Add parser' : 'Change parser';
    const kept = editor.edit({ edit: 'put-item', list: 'parsers', item }, { label }).ok;
    onClose();
    if (kept && stored === null) dialog.onAdded?.(item.id);
  };
  return (
    <ItemDialog
      list="parsers"
      stored={stored}
      width="wide"
      isChanged={draft !== before}
      isReady={problem === null}
      onSave={save}
      onClose={onClose}
    >
      <ParserKind draft={draft} onChange={setDraft} />
      {draft.kind === 'jsonata' ? (
        <>
          <ItemField list="parsers" stored={stored} of="expression">
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
          </ItemField>
          {problem === null && <TryParser expression={draft.expression} />}
        </>
      ) : (
        <ItemField list="parsers" stored={stored} of="capability">
          <CapabilityField
            problem={draft.capability === '' ? null : problem}
            hint="It is given {planText} and gives a plan in any known form, or {variablesToInject, steps}."
            value={draft.capability}
            onChange={(capability) => setDraft((old) => ({ ...old, capability }))}
          />
        </ItemField>
      )}
      <UsedBy item="parser" stored={stored} none="No planner uses it yet: choose it as the parser of one." />
    </ItemDialog>
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
