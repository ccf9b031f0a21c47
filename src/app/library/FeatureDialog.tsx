import { useState } from 'react';
import { compileExpression, compileTemplate, type Feature } from '#plan';
import { JsonInput } from '../forms/JsonInput';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import { Field } from '../ui/Field';
import { CapabilityField } from './CapabilityField';
import { MOMENTS, withKind } from './features';
import { ItemDialog, ItemField, UsedBy } from './ItemDialog';
import styles from './ItemDialog.module.css';
import { newId } from './items';

const BLANK: Feature = { id: '', name: '', capability: '', kind: 'guard', phase: 'pre' };

/** A feature of the workspace (L4): which capability stands beside nodes, when it is called, and what it may do. */
export default function FeatureDialog({ dialog, onClose }: DialogProps<'feature'>) {
  const editor = useEditor();
  const stored = useDocument(
    ({ workspace }) => workspace.features.find(({ id }) => id === dialog.id) ?? null,
  );
  const taken = useDocument(({ workspace }) => workspace.features);
  const [before] = useState<Feature>(stored ?? BLANK);
  const [draft, setDraft] = useKept('feature', () => before);
  const problems = problemsOf(draft);
  const save = () => {
    const id = stored?.id ?? newId(draft.name?.trim() || draft.capability, 'feature', taken);
    const item = { ...draft, id, name: draft.name?.trim() || id };
    editor.edit(
      { edit: 'put-item', list: 'features', item },
      { label: stored === null ? 'Add feature' : 'Change feature' },
    );
    onClose();
  };
  const isReady = draft.capability !== '' && problems.input === null && problems.output === null;
  return (
    <ItemDialog
      list="features"
      stored={stored}
      isChanged={draft !== before}
      isReady={isReady}
      onSave={save}
      onClose={onClose}
    >
      <Field label="Name">
        {(ids) => (
          <Input
            {...ids}
            value={draft.name ?? ''}
            placeholder="Within the quota"
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        )}
      </Field>
      <ItemField list="features" stored={stored} of="phase">
        <FeatureMoment draft={draft} onChange={setDraft} />
      </ItemField>
      <ItemField list="features" stored={stored} of="capability">
        <CapabilityField
          hint="What is called; it knows nothing of nodes."
          value={draft.capability}
          onChange={(capability) => setDraft((old) => ({ ...old, capability }))}
        />
      </ItemField>
      <ItemField list="features" stored={stored} of="input">
        <Field
          label="Input"
          problem={problems.input}
          hint="A template over the variables, node, phase, input, result and error. Empty: all that is known of the moment."
        >
          {(ids) => (
            <JsonInput
              {...ids}
              value={draft.input}
              onCommit={(input) => {
                setDraft(({ input: _before, ...rest }) => (input === undefined ? rest : { ...rest, input }));
                return null;
              }}
            />
          )}
        </Field>
      </ItemField>
      {draft.kind === 'guard' && (
        <ItemField list="features" stored={stored} of="output">
          <Field
            label="Verdict"
            problem={problems.output}
            hint="An expression over result. False refuses the node. Empty: the result itself."
          >
            {(ids) => (
              <Input
                {...ids}
                mono
                value={draft.output ?? ''}
                placeholder="result.allowed"
                onChange={({ target }) =>
                  setDraft(({ output: _before, ...rest }) =>
                    target.value === '' ? rest : { ...rest, output: target.value },
                  )
                }
              />
            )}
          </Field>
        </ItemField>
      )}
      <UsedBy
        item="feature"
        stored={stored}
        words="Beside"
        none="No node names it yet: choose it under “Retry, timeout, switch off” of a node."
      />
    </ItemDialog>
  );
}

/** Guard or observer, and, for an observer, when it is told. */
function FeatureMoment({
  draft,
  onChange,
}: {
  readonly draft: Feature;
  readonly onChange: (next: Feature) => void;
}) {
  return (
    <div className={styles.head}>
      <Field label="Kind">
        {(ids) => (
          <Select
            {...ids}
            value={draft.kind}
            onChange={({ target }) =>
              onChange(withKind(draft, target.value === 'guard' ? 'guard' : 'observer'))
            }
          >
            <option value="guard">Guard: may refuse the node</option>
            <option value="observer">Observer: is told, and changes nothing</option>
          </Select>
        )}
      </Field>
      {draft.kind === 'observer' && (
        <Field label="When">
          {(ids) => (
            <Select
              {...ids}
              value={draft.phase}
              onChange={({ target }) => {
                const moment = MOMENTS.find(({ phase }) => phase === target.value);
                if (moment) onChange({ ...draft, phase: moment.phase });
              }}
            >
              {MOMENTS.map(({ phase, words }) => (
                <option key={phase} value={phase}>
                  {words}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}

function problemsOf({ input, output }: Feature) {
  const template = input === undefined ? null : compileTemplate(input);
  const verdict = output === undefined ? null : compileExpression(output);
  return {
    input: template === null || template.ok ? null : (template.problem[0] ?? null),
    output: verdict === null || verdict.ok ? null : verdict.problem,
  };
}
