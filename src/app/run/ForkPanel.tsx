import { GitFork, X } from 'lucide-react';
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type Address, counted, type Diagnostic, setAt, withoutAttempt } from '#base';
import type { AttachedRun } from '#editor';
import type { Pin } from '#kernel';
import { nodeReads } from '#plan';
import { namesOf, nodeAtAddress } from '#projection';
import type { Definition, ForeseenFork } from '#runtime';
import { InspectorHead } from '../design/InspectorParts';
import { formProblems } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { Caution } from '../parts/Banner';
import { Button, IconButton } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { Select } from '../parts/Input';
import { Panel } from '../parts/Panel';
import { usePins } from '../pins/pinOf';
import { useKeyTexts } from '../state/keyBindings';
import { type Session, useSession } from '../state/session';
import type { ForkDraft } from '../state/shownRun';
import { filledBy, useConnections, workspaceToRun } from '../state/slots';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import styles from './ForkPanel.module.css';
import { DefinitionChoice, ForeseenCost, forecastOfFork, useShownForecast } from './forecast';
import {
  chooseDefinition,
  closeFork,
  editFork,
  FORK_FORM,
  type ForkSubject,
  firstValue,
  forkDraftOf,
  forkName,
  forkSubjects,
  forkWay,
  formOf,
  hasEditedPlan,
  type ReadyFork,
  useForkDraft,
  variablesIn,
  wordsOfValue,
} from './fork';
import { ownModels } from './hostOfPage';
import { launch } from './launch';
import { useRunFacts, useShownRun } from './runStore';
import { definitionsOf, editsSince, workspaceOf } from './waysOn';

/** D3: what is changed where a run is forked, and what comes of it: in the right panel, or in a dialog of the phone. */
export default function ForkPanel() {
  const draft = useForkDraft();
  const run = useShownRun((shown) => shown);
  if (draft === null || run === null) return null;
  return (
    <Panel name="Fork">
      <ForkForm key={`${draft.runId} ${draft.at}`} draft={draft} run={run} />
    </Panel>
  );
}

function ForkForm({ draft, run: now }: { readonly draft: ForkDraft; readonly run: AttachedRun }) {
  // What the run does meanwhile comes after the position.
  const [run] = useState(now);
  const session = useSession();
  const keysFor = useKeyTexts();
  const form = useReturningFocus();
  const { at, changes } = draft;
  const definitions = useDefinitions(run);
  const definition = definitions.find((one) => one === draft.definition) ?? definitions[0] ?? 'current';
  const { entries: connections } = useConnections();
  const subjects = useMemo(() => {
    const view = session.editor.cursor.views(run.runId)?.at(at) ?? run.live;
    const workspace = workspaceOf(session, run, definition);
    return forkSubjects(view, run.commits, workspace, ownModels(session, workspace.models, connections));
  }, [session, run, at, definition, connections]);
  const { schema, value } = useMemo(() => formOf(subjects, changes), [subjects, changes]);
  const problems = useMemo(() => formProblems(schema, value, NEEDED), [schema, value]);
  const pins = usePins();
  const ways = useForkWays(run, draft, { definitions, pins, isWrong: problems.length > 0 });
  const way = ways.find((one) => one.definition === definition);
  const outcome = way?.outcome;
  const { live } = run;
  const foreseen = outcome?.ok === true ? outcome.value.foreseen : null;
  useShownForecast(
    useMemo(() => (foreseen === null ? null : forecastOfFork(live, foreseen)), [live, foreseen]),
  );
  const edits = useMemo(
    () => (live.started === null ? [] : editsSince(live.started, workspaceToRun(session))),
    [live.started, session],
  );
  const isPlanEdited = outcome?.ok === true && hasEditedPlan(outcome.value.branch);
  const name = forkName(draft, namesOf(live), isPlanEdited);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // What is being typed becomes a value when the focus leaves it; one that is refused is marked by then.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await Promise.resolve();
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    // What is drawn may be of before the last letters.
    const latest = forkDraftOf(session, run.runId) ?? draft;
    const typed = formOf(subjects, latest.changes);
    if (formProblems(typed.schema, typed.value, NEEDED).length > 0) return;
    const { outcome: ready } = forkWay(session, run, latest, definition, pins);
    if (!ready.ok) return;
    const isEdited = hasEditedPlan(ready.value.branch);
    await startFork(session, ready.value, forkName(latest, namesOf(live), isEdited));
  };
  return (
    <form
      ref={form}
      id={FORK_FORM}
      className={styles.form}
      aria-label="Fork"
      onSubmit={(event) => void submit(event)}
      onKeyDown={keyDown((event) => {
        if (event.key === 'Escape') closeFork(session);
      })}
    >
      <InspectorHead
        icon={<GitFork className={styles.glyph} aria-hidden />}
        title={`Fork at ${at} of ${run.commits.length}`}
        line={name}
      />
      <div className={styles.body}>
        <ForkChanges subjects={subjects} draft={draft} problems={problems} />
        {ways.length > 1 && (
          <DefinitionChoice
            {...{ ways, edits, chosen: definition }}
            onChoose={(one) => chooseDefinition(session, one)}
          />
        )}
        {foreseen !== null && <ForkConsequences run={run} draft={draft} foreseen={foreseen} />}
        {outcome?.ok === false && <ProblemList diagnostics={outcome.problem} />}
      </div>
      <footer className={styles.foot}>
        <Button variant="outline" onClick={() => closeFork(session)}>
          Cancel
        </Button>
        <Button
          variant="primary"
          icon={GitFork}
          type="submit"
          disabled={outcome?.ok !== true}
          data-keys={keysFor('run.start')}
        >
          Fork and run
        </Button>
      </footer>
    </form>
  );
}

const NEEDED = { message: 'The fork needs this.', help: 'Fill it in, or take the change back.' };

/** The definitions that it can go on with, the first one to begin with. */
function useDefinitions(run: AttachedRun): readonly Definition[] {
  const session = useSession();
  const isImported = useRunFacts(({ imported }) => imported);
  return useMemo(() => definitionsOf(session, run, isImported), [session, run, isImported]);
}

interface Choices {
  readonly definitions: readonly Definition[];
  readonly pins: readonly Pin[];
  /** What is typed does not fit. */
  readonly isWrong: boolean;
}

/** The ways on with the changes, where they fit; made when there is time, because a whole record is read for each. */
function useForkWays(run: AttachedRun, draft: ForkDraft, { definitions, pins, isWrong }: Choices) {
  const session = useSession();
  const { at, changes } = useDeferredValue(draft);
  return useMemo(
    () =>
      isWrong
        ? []
        : definitions.map((definition) => forkWay(session, run, { at, changes }, definition, pins)),
    [session, run, at, changes, definitions, pins, isWrong],
  );
}

/** The first field has the focus; it returns to where it was when the form goes. */
function useReturningFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    form.current?.querySelector<HTMLElement>('select, input, textarea')?.focus();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return form;
}

interface ForkChangesProps {
  readonly subjects: readonly ForkSubject[];
  readonly draft: ForkDraft;
  readonly problems: readonly Diagnostic[];
}

/** What is changed, each with what it was, and a list of what else can be. */
export function ForkChanges({ subjects, draft: { changes }, problems }: ForkChangesProps) {
  const session = useSession();
  const { schema, value } = formOf(subjects, changes);
  const hasPrompt = subjects.some(({ kind }) => kind === 'prompt');
  const hasModel = subjects.some(({ kind }) => kind === 'model');
  const taken = new Set(changes.map(({ subject }) => subject));
  const add = (id: string) => {
    const subject = subjects.find((one) => one.id === id);
    if (subject) editFork(session, (old) => [...old, { subject: id, value: firstValue(subject) }]);
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
                onClick={() => editFork(session, (old) => old.filter((one) => one.subject !== id))}
              />
            </div>
            <SchemaForm
              schema={schema}
              only={[id]}
              value={value}
              mode="literal"
              problems={problems}
              onChange={(path, next) => {
                editFork(session, (old) =>
                  old.map((one) => (one.subject === id ? changed(one, path, next) : one)),
                );
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

interface ForkConsequencesProps {
  /** The run that is forked. */
  readonly run: AttachedRun;
  readonly draft: ForkDraft;
  readonly foreseen: ForeseenFork;
}

/** What a fork takes from the record, what it calls, and what may happen outside a second time. */
export function ForkConsequences({ run, draft: { at, changes }, foreseen }: ForkConsequencesProps) {
  const { called, later, repeated } = foreseen;
  const nameOf = useMemo(() => namesOf(run.live), [run.live]);
  const variables = variablesIn(changes);
  const readers = useMemo(
    () => variables.map((variable) => [variable, readersOf(variable, run, at, foreseen)] as const),
    [variables, run, at, foreseen],
  );
  if (isOver(run, at) && called.length === 0 && later.length === 0)
    return (
      <section aria-label="What happens" className={styles.happens}>
        <h3 className={styles.title}>What happens</h3>
        <p role="status">
          Nothing would run: at this position the run was over, and what you change comes after its last step.
          A fork from here ends as that run did.
        </p>
        <p className={styles.muted}>To run steps again, go back to before them, and fork there.</p>
      </section>
    );
  const listed = (addresses: readonly Address[]) => listOf(addresses.map(nameOf));
  return (
    <section aria-label="What happens" className={styles.happens}>
      <h3 className={styles.title}>What happens</h3>
      <div role="status">
        <dl className={styles.counts}>
          <dt>From the record</dt>
          <dd>{counted(at, 'commit')}, 0 calls</dd>
          <dt>Called again</dt>
          <dd>{counted(called.length, 'step')}</dd>
          {readers.map(([variable, names]) => (
            <Reads key={variable} variable={variable} names={names} />
          ))}
        </dl>
      </div>
      {called.length > 0 && <p className={styles.muted}>If it goes as before: {listed(called)}</p>}
      {later.length > 0 && (
        <p className={styles.muted}>From the record where the input stays the same: {listed(later)}</p>
      )}
      <ForeseenCost earlier={run.live} foreseen={foreseen} extent="onward" />
      {repeated.length > 0 && (
        <Caution>
          <p>
            These may change something outside a second time: <strong>{listed(repeated)}</strong>
          </p>
        </Caution>
      )}
      <p className={styles.muted}>The run that it comes from stays as it is.</p>
    </section>
  );
}

/** Whether nothing was left to do at that position. */
function isOver({ live, commits }: AttachedRun, at: number): boolean {
  return live.endedAt !== null && at === commits.length;
}

function Reads({ variable, names }: { readonly variable: string; readonly names: readonly string[] }) {
  return (
    <>
      <dt>
        Reads <code>{variable}</code>
      </dt>
      <dd>{names.length === 0 ? 'no step after it' : listOf(names)}</dd>
    </>
  );
}

const MOST = 12;

function listOf(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}

/** The steps that run after the point of a fork and read a variable, by their names, each once. */
export function readersOf(
  variable: string,
  { commits, live }: AttachedRun,
  at: number,
  { called, reused }: ForeseenFork,
): readonly string[] {
  const served = new Set(reused);
  const started = commits
    .slice(at)
    .flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) => (kind === 'node.started' ? [withoutAttempt(address)] : [])),
    );
  const [main] = live.started?.closure.plans ?? [];
  const plan = main?.kind === 'capability' ? main : null;
  const nameOf = namesOf(live);
  const reads = (address: Address): boolean => {
    const node = nodeAtAddress(address, plan, live);
    return node !== null && nodeReads(node, variable);
  };
  const readers = [...called, ...started].filter((address) => !served.has(address) && reads(address));
  return [...new Set(readers.map(nameOf))];
}

/**
 * Starts the fork that is being made (D3), as a run that is shown. Whoever chose a model of a connection of their own has picked that
 * connection for its slot (W7).
 *
 * @param name what it is called in the list of runs
 */
export async function startFork(session: Session, { branch, own }: ReadyFork, name: string): Promise<void> {
  closeFork(session);
  for (const { spec, connection } of own)
    if (filledBy(session, spec.connection)?.id !== connection.id)
      session.storage.vault.pick(session.id, spec.connection, connection.id);
  await launch(session, { branch, name });
}
