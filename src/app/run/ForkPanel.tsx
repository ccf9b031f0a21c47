import { GitFork } from 'lucide-react';
import { type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AttachedRun } from '#editor';
import type { Pin } from '#kernel';
import { namesOf } from '#projection';
import type { Definition } from '#runtime';
import { InspectorHead } from '../design/InspectorHead';
import { formProblems } from '../forms/formProblems';
import { Button } from '../parts/Button';
import { keyDown } from '../parts/keyDown';
import { Panel } from '../parts/Panel';
import { usePins } from '../pins/pinsOfPage';
import { useKeyTexts } from '../state/keyBindings';
import { useSession } from '../state/session';
import { workspaceToRun } from '../state/slots';
import { useConnections } from '../state/useConnections';
import { ProblemList } from '../ui/ProblemList';
import { DefinitionChoice } from './DefinitionChoice';
import { ForkChanges } from './ForkChanges';
import { ForkConsequences } from './ForkConsequences';
import styles from './ForkPanel.module.css';
import { forecastOfFork, useShownForecast } from './forecast';
import {
  chooseDefinition,
  closeFork,
  FORK_FORM,
  type ForkDraft,
  forkDraftOf,
  useForkDraft,
} from './forkStore';
import { forkSubjects, formOf } from './forkSubjects';
import { forkName, forkWay, hasEditedPlan } from './forkWay';
import { ownModels } from './ownModels';
import { useRunFacts, useShownRun } from './runStore';
import { startFork } from './startFork';
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
    const latest = forkDraftOf(run.runId) ?? draft;
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
        if (event.key === 'Escape') closeFork();
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
          <DefinitionChoice ways={ways} edits={edits} chosen={definition} onChoose={chooseDefinition} />
        )}
        {foreseen !== null && <ForkConsequences run={run} draft={draft} foreseen={foreseen} />}
        {outcome?.ok === false && <ProblemList diagnostics={outcome.problem} />}
      </div>
      <footer className={styles.foot}>
        <Button variant="outline" onClick={closeFork}>
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
