import { X } from 'lucide-react';
import { type Diagnostic, setAt } from '#base';
import { SchemaForm } from '../forms/SchemaForm';
import { IconButton } from '../parts/IconButton';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './ForkPanel.module.css';
import { editFork, type ForkDraft } from './forkStore';
import { type ForkSubject, firstValue, formOf, wordsOfValue } from './forkSubjects';

interface Props {
  readonly subjects: readonly ForkSubject[];
  readonly draft: ForkDraft;
  readonly problems: readonly Diagnostic[];
}

/** What is changed, each with what it was, and a list of what else can be. */
export function ForkChanges({ subjects, draft: { changes }, problems }: Props) {
  const { schema, value } = formOf(subjects, changes);
  const hasPrompt = subjects.some(({ kind }) => kind === 'prompt');
  const hasModel = subjects.some(({ kind }) => kind === 'model');
  const taken = new Set(changes.map(({ subject }) => subject));
  const add = (id: string) => {
    const subject = subjects.find((one) => one.id === id);
    if (subject) editFork((old) => [...old, { subject: id, value: firstValue(subject) }]);
  };
  return (
    <div className={styles.changes}>
      {changes.map(({ subject: id }) => {
        const subject = subjects.find((one) => one.id === id);
        return (
          <fieldset key={id} className={styles.change}>
            <legend className="visually-hidden">Change {subject?.title ?? id}</legend>
            <div className={styles.was}>
              <span>was</span>
              <del>{subject === undefined ? 'not yet' : wordsOfValue(subject)}</del>
              <IconButton
                icon={X}
                label={`Do not change ${subject?.title ?? id}`}
                onClick={() => editFork((old) => old.filter((one) => one.subject !== id))}
              />
            </div>
            <SchemaForm
              schema={schema}
              only={[id]}
              value={value}
              mode="literal"
              problems={problems}
              onChange={(path, next) => {
                editFork((old) => old.map((one) => (one.subject === id ? changed(one, path, next) : one)));
                return null;
              }}
            />
          </fieldset>
        );
      })}
      <Field label={changes.length === 0 ? 'Change' : 'Change something else too'}>
        {(ids) => (
          <Select {...ids} value="" onChange={({ target }) => add(target.value)}>
            <option value="">Nothing{changes.length === 0 ? '' : ' else'}</option>
            <Options label="Variables" kind="variable" subjects={subjects} taken={taken} />
            <Options label="Outputs of steps" kind="output" subjects={subjects} taken={taken} />
            <Options label="Inputs of steps" kind="input" subjects={subjects} taken={taken} />
            <Options label="Prompts" kind="prompt" subjects={subjects} taken={taken} />
            <Options label="Models" kind="model" subjects={subjects} taken={taken} />
            {hasPrompt && !hasModel && <option disabled>Another model: connect one in Settings first</option>}
          </Select>
        )}
      </Field>
    </div>
  );
}

function changed(
  { subject, value }: ForkDraft['changes'][number],
  path: Parameters<typeof setAt>[1],
  next: Parameters<typeof setAt>[2],
): ForkDraft['changes'][number] {
  const all = setAt(value === undefined ? {} : { [subject]: value }, path, next);
  return { subject, value: all[subject] };
}

function Options(props: {
  readonly label: string;
  readonly kind: ForkSubject['kind'];
  readonly subjects: readonly ForkSubject[];
  readonly taken: ReadonlySet<string>;
}) {
  const left = props.subjects.filter(({ kind, id }) => kind === props.kind && !props.taken.has(id));
  if (left.length === 0) return null;
  return (
    <optgroup label={props.label}>
      {left.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}
