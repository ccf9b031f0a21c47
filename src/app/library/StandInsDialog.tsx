import { type FormEvent, useState } from 'react';
import { isJsonObject, type Json, type JsonObject, present } from '#base';
import type { Absent } from '#capabilities';
import type { Editor } from '#editor';
import {
  type CapabilityDescriptor,
  compileTemplate,
  type Making,
  makingOf,
  type Plan,
  type Workspace,
} from '#plan';
import { JsonInput } from '../forms/CodeField';
import type { Refusal } from '../forms/form';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { type Session, useEditor, useSession } from '../state/session';
import { Field } from '../ui/Field';
import styles from './StandInsDialog.module.css';

/** What answers for capabilities that are not here, as `--bind` and `--stub-unresolved` say it on the command line (H1). */
export default function StandInsDialog({ dialog, onClose }: DialogProps<'standIns'>) {
  const session = useSession();
  const [before] = useState(() => standInsOf(session, openPlanOf(session)));
  const [rows, setRows] = useKept('stand-ins', () => before);
  const { next } = dialog;
  const open = rows.filter(({ making }) => making === null).length;
  const change = (id: string, making: StandIn['making']): void =>
    setRows((now) => now.map((one) => (one.id === id ? { ...one, making } : one)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keepStandIns(session.editor, before, rows);
    onClose();
    next?.();
  };
  return (
    <Dialog
      title="Missing capabilities"
      onClose={onClose}
      footer={
        <>
          {open > 0 && (
            <Button
              onClick={() => {
                setRows((now) => now.map((one) => (one.making === null ? { ...one, making: ECHOES } : one)));
              }}
            >
              Echo the input for the rest
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="stand-ins">
            {next === null ? 'Save' : open === 0 ? 'Run' : 'Run as it is'}
          </Button>
        </>
      }
    >
      <p className={styles.intro}>
        {rows.length === 0
          ? 'All that this plan calls is here.'
          : 'The plan calls these by name, and nothing here answers to them. Choose what does; it becomes part of the workspace, and runs alike on the command line.'}
      </p>
      <form id="stand-ins" className={styles.rows} onSubmit={submit}>
        {rows.map((one) => (
          <StandInRow key={one.id} standIn={one} onChange={(making) => change(one.id, making)} />
        ))}
      </form>
    </Dialog>
  );
}

const ECHOES = { kind: 'answer', value: '{{ input }}' } as const;

function openPlanOf({ editor }: ReturnType<typeof useSession>) {
  const { planId } = editor.view.getState();
  return editor.workspace.plans.find(({ id }) => id === planId) ?? null;
}

interface Props {
  readonly standIn: StandIn;
  readonly onChange: (making: Making | null) => void;
}

/** One name that is not here: what answers for it, and how what goes in and comes out is rewritten. */
export function StandInRow({ standIn, onChange }: Props) {
  const { catalogue, workspace } = useEditor();
  const { id, title, wanted, making } = standIn;
  const own = new Set(workspace.capabilities.map((one) => one.id));
  const usable = [...catalogue.values()].filter((one) => !own.has(one.id));
  const choose = (choice: Choice): void => onChange(makingFor(choice, wanted, catalogue.get(choice)));
  return (
    <fieldset className={styles.row}>
      <legend className={styles.name}>
        <code>{id}</code> {title}
      </legend>
      <Field label="Replacement">
        {(ids) => (
          <Select {...ids} value={choiceOf(making)} onChange={({ target }) => choose(target.value)}>
            <option value="">Nothing yet</option>
            <option value="=echo">Echo its input</option>
            <option value="=answer">It always answers the same</option>
            <optgroup label="It uses">
              {usable.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.title === undefined ? one.id : `${one.title} (${one.id})`}
                </option>
              ))}
            </optgroup>
          </Select>
        )}
      </Field>
      {making !== null && <MakingFields making={making} onChange={onChange} />}
    </fieldset>
  );
}

function MakingFields({
  making,
  onChange,
}: {
  readonly making: Making;
  readonly onChange: Props['onChange'];
}) {
  if (making.kind === 'answer') {
    if (choiceOf(making) === '=echo') return null;
    return (
      <Field label="Its answer" hint="JSON. {{ input }} stands for what it is given.">
        {(ids) => (
          <JsonInput
            {...ids}
            value={making.value}
            onCommit={(value = null) => {
              return take(value, () => onChange({ kind: 'answer', value }));
            }}
          />
        )}
      </Field>
    );
  }
  const { input: _input, ...withoutInput } = making;
  const { output: _output, ...withoutOutput } = making;
  return (
    <div className={styles.pair}>
      <Field label="It is given" hint="A template over input. Empty: its input as it is.">
        {(ids) => (
          <JsonInput
            {...ids}
            value={making.input}
            onCommit={(input) => {
              return take(input, () => onChange(input === undefined ? withoutInput : { ...making, input }));
            }}
          />
        )}
      </Field>
      <Field label="Output" hint="A template over result and input. Empty: the result as it is.">
        {(ids) => (
          <JsonInput
            {...ids}
            value={making.output}
            onCommit={(output) => {
              return take(output, () =>
                onChange(output === undefined ? withoutOutput : { ...making, output }),
              );
            }}
          />
        )}
      </Field>
    </div>
  );
}

/** What cannot be read as a template stays in its field, and says why. */
function take(template: Json = null, change: () => void): Refusal {
  const read = compileTemplate(template);
  if (!read.ok) return read.problem[0] ?? null;
  change();
  return null;
}

/** A name that plans call, and what stands in for it; null: nothing yet. */
export interface StandIn {
  readonly id: string;
  readonly title: string;
  readonly wanted: readonly string[];
  readonly making: Making | null;
}

/** What the open plan calls and nothing here answers to, and what the workspace makes already. */
export function standInsOf(session: Session, plan: Plan | null): readonly StandIn[] {
  const { capabilities } = session.editor.workspace;
  const made = capabilities.flatMap(({ id, make }) => {
    const making = make === undefined ? null : makingOf(make);
    return making === null ? [] : [{ id, wanted: [], making }];
  });
  const absent = plan === null ? [] : session.absent(plan).map((one) => ({ ...one, making: null }));
  const titled = (id: string) => capabilities.find((one) => one.id === id)?.title ?? '';
  return [...absent, ...made.filter(({ id }) => !absent.some((one) => one.id === id))].map((one) => ({
    ...one,
    title: titled(one.id),
  }));
}

/** What the choice of the form means: the name of a capability here, or one of two words. */
export type Choice = '' | '=echo' | '=answer' | (string & {});

export function choiceOf(making: Making | null): Choice {
  if (making === null) return '';
  if (making.kind === 'use') return making.capability;
  return isEcho(making) ? '=echo' : '=answer';
}

function isEcho(making: Making): boolean {
  return making.kind === 'answer' && making.value === ECHO;
}

const ECHO = '{{ input }}';

/** What a choice begins with: answers have the names that plans read, so that only their values are to be written. */
export function makingFor(
  choice: Choice,
  wanted: Absent['wanted'],
  target: CapabilityDescriptor | undefined,
): Making | null {
  if (choice === '') return null;
  if (choice === '=echo') return { kind: 'answer', value: ECHO };
  if (choice === '=answer') return { kind: 'answer', value: valuesFor(wanted, () => '') };
  const given = propertiesOf(target);
  if (wanted.every((name) => given.includes(name))) return { kind: 'use', capability: choice };
  const source = (name: string): string =>
    given.includes(name)
      ? `{{ result.${name} }}`
      : given.includes('text')
        ? '{{ result.text }}'
        : '{{ result }}';
  return { kind: 'use', capability: choice, output: valuesFor(wanted, source) };
}

function valuesFor(names: readonly string[], value: (name: string) => string): Json {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function propertiesOf(target: CapabilityDescriptor | undefined): readonly string[] {
  const properties = target?.output.properties;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Writes what was chosen into the workspace: one step of undo. */
export function keepStandIns(editor: Editor, before: readonly StandIn[], after: readonly StandIn[]): void {
  const changed = after.filter((one, index) => one.making !== before[index]?.making);
  if (changed.length === 0) return;
  const label = changed.length === 1 ? 'Stand in for a capability' : 'Stand in for capabilities';
  const edits = changed.map((one) => {
    const item = entryFor(one, editor.workspace);
    return { edit: 'put-item', list: 'capabilities', item } as const;
  });
  editor.edit({ edit: 'batch', label, edits }, { label });
}

type Entry = Workspace['capabilities'][number];

function entryFor({ id, making }: StandIn, { capabilities }: Workspace): Entry {
  const { make: _make, ...known } = capabilities.find((one) => one.id === id) ?? blank(id);
  return making === null ? known : { ...known, make: withoutGaps(making) };
}

function withoutGaps(making: Making): JsonObject {
  if (making.kind === 'answer') return { kind: 'answer', value: making.value };
  const { input, output } = making;
  return {
    kind: 'use',
    capability: making.capability,
    ...present({ input, output }),
  };
}

function blank(id: string): Entry {
  return { id, description: '', input: {}, output: {}, effect: 'unknown' };
}
