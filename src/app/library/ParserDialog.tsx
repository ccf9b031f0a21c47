import { Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Input, Select, TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemNote } from '../ui/ProblemNote';
import { CapabilityField } from './CapabilityField';
import { ItemDialog, ItemField, UsedBy } from './ItemDialog';
import styles from './ItemDialog.module.css';
import {
  draftOf,
  draftProblem,
  type ParserDraft,
  parserOf,
  SAMPLE_REPLY,
  type Tried,
  tryParser,
} from './parsers';

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

/** A reply to try a parser on, and the steps that came of it; nothing runs. */
export function TryParser({ expression }: { readonly expression: string }) {
  const { catalogue } = useEditor();
  const [reply, setReply] = useState(SAMPLE_REPLY);
  const [tried, setTried] = useState<{ readonly of: string; readonly came: Tried } | null>(null);
  const now = JSON.stringify([expression, reply]);
  const tryIt = () => {
    void tryParser(expression, reply, catalogue).then((came) => setTried({ of: now, came }));
  };
  // What came of another text says nothing of this one.
  const came = tried?.of === now ? tried.came : null;
  return (
    <>
      <Field label="A reply to try it on">
        {(ids) => (
          <TextArea {...ids} mono rows={4} value={reply} onChange={({ target }) => setReply(target.value)} />
        )}
      </Field>
      <div>
        <Button size="small" icon={Play} onClick={tryIt}>
          Try it
        </Button>
      </div>
      <output className={styles.count} aria-label="What came of it">
        {came?.kind === 'plan' && words(came)}
        {came?.kind === 'refused' && <ProblemNote problem={came.problem} />}
      </output>
    </>
  );
}

function words({ steps, injects }: Extract<Tried, { kind: 'plan' }>): string {
  const count = steps.length === 1 ? '1 step' : `${steps.length} steps`;
  const variables = injects.length === 0 ? '' : ` It injects ${injects.join(', ')}.`;
  return `A plan of ${count}: ${steps.join(', ')}.${variables}`;
}
