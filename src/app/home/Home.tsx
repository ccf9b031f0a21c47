import { useQuery } from '@tanstack/react-query';
import { FileText, Plus, Upload, WandSparkles } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { durationText } from '#base';
import { SketchView } from '#canvas';
import type { Workspace } from '#plan';
import { loadSample, loadSketch, SAMPLES } from '#samples';
import type { RunSummary, Storage, WorkspaceSummary } from '#storage';
import { NotKeptBanner } from '../library/NotKeptBanner';
import { blankWorkspace, findWorkspace, keepWorkspace } from '../library/placeWorkspace';
import { Button } from '../parts/Button';
import { useKept } from '../parts/kept';
import { SentenceField } from '../parts/SentenceField';
import { lookOfRun, momentText, newestRuns } from '../run/runLists';
import { fetchWorkspaceScreen, goTo, setOut } from '../state/address';
import { openDialog } from '../state/dialogs';
import { sayProblems, sayThrown } from '../state/sayTrouble';
import { fetchOwn, storedQuery, workspacesQuery } from '../state/services';
import type { AskedPlace } from '../state/slots';
import { AppPage } from '../surfaces/AppPage';
import { Surface } from '../surfaces/Surface';
import { LookIcon } from '../ui/StatusPill';
import goalFieldStyles from './GoalField.module.css';
import styles from './Home.module.css';
import type { NewestData } from './newestData';
import { PlannedBy } from './PlannedBy';

/** E8: the empty state. A sentence becomes a plan and runs; a template opens with one click. */
export function Home() {
  return (
    <AppPage bar="homeBar">
      <header className={styles.head}>
        <h1>Draw a plan, or have one drawn.</h1>
        <p>
          Plans run in this page, without an account or a key. Nothing leaves your browser unless you connect
          a model; then it gets what your plans send it.
        </p>
      </header>
      <div className={styles.notices}>
        <Surface of="notices">
          <NotKeptBanner />
        </Surface>
      </div>
      <Surface of="goal">
        <GoalField />
      </Surface>
      <Surface of="templates">
        <Templates />
      </Surface>
      <Surface of="recent">
        <Recent />
      </Surface>
    </AppPage>
  );
}

/** What is typed where there is no data is asked in a workspace of its own. */
const NEW_WORKSPACE: AskedPlace = { id: '', model: null, madeHere: true };

/** The sentence that becomes a plan and runs at once (E8). */
function GoalField() {
  const [sentence, setSentence] = useKept('goal', () => '');
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(storedQuery('workspaces', ['newest-data'], findNewestData));
  const goal = sentence.trim();
  const submit = async () => {
    if (goal === '') return;
    setBusy(true);
    const go = setOut();
    try {
      const { planSentence } = await import('./planSentence');
      await planSentence(goal, go);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={goalFieldStyles.goal}>
      <SentenceField
        placeholder="What do you want done? For example: which regions grew most in 2026"
        value={sentence}
        onChange={setSentence}
        onSubmit={() => void submit()}
        action="Plan it"
        icon={WandSparkles}
        disabled={busy}
      />
      {data && (
        <p className={goalFieldStyles.asks}>
          Asks “<bdi>{data.name}</bdi>”, the newest data here.
        </p>
      )}
      <div className={goalFieldStyles.ways}>
        <YourFile />
        <PlannedBy place={data?.place ?? NEW_WORKSPACE} isOpen={false} />
      </div>
    </div>
  );
}

async function findNewestData(storage: Storage): Promise<NewestData | null> {
  const { newestData } = await import('./newestData');
  return newestData(storage);
}

const SHOWN = 6;

/** What was worked on in this browser, the newest first: workspaces, and runs of all of them. */
function Recent() {
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const names = new Map(workspaces.map(({ id, name }) => [id, name || id]));
  const { data: runs = [] } = useQuery(newestRuns([...names.keys()], SHOWN));
  if (workspaces.length === 0) return null;
  return (
    <div className={styles.recent}>
      <Section id="recent-workspaces" title="Recent workspaces">
        {workspaces.slice(0, SHOWN).map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceRow workspace={workspace} />
          </li>
        ))}
      </Section>
      {runs.length > 0 && (
        <Section id="recent-runs" title="Recent runs">
          {runs.map((run) => (
            <li key={run.runId}>
              <RunRow run={run} workspace={names.get(run.workspace) ?? run.workspace} />
            </li>
          ))}
        </Section>
      )}
    </div>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ id, title, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function WorkspaceRow({ workspace }: { readonly workspace: WorkspaceSummary }) {
  return (
    <button type="button" className={styles.row} onClick={() => goTo({ workspace: workspace.id })}>
      <FileText aria-hidden className={styles.sheet} />
      <span className={styles.name}>{workspace.name || workspace.id}</span>
      <span className={styles.when}>{momentText(workspace.updatedAt)}</span>
    </button>
  );
}

function RunRow({ run, workspace }: { readonly run: RunSummary; readonly workspace: string }) {
  const took = run.endedAt === null ? null : durationText(run.endedAt - run.startedAt);
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => goTo({ workspace: run.workspace, run: run.runId })}
    >
      <LookIcon look={lookOfRun(run)} />
      <span className={styles.name}>
        {run.planName} <span className={styles.of}>in {workspace}</span>
      </span>
      <span className={styles.when}>
        {[lookOfRun(run).word, took, momentText(run.startedAt)].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}

/** The templates as cards with small live pictures of their graphs (E8). */
function Templates() {
  return (
    <ul aria-label="Templates" className={styles.grid}>
      {SAMPLES.map((sample) => (
        <TemplateCard
          key={sample.id}
          name={sample.title}
          summary={sample.description}
          tag={sample.tags[0]}
          onOpen={() => openTemplate(sample.id)}
        >
          <TemplatePicture id={sample.id} />
        </TemplateCard>
      ))}
      <TemplateCard name="Blank plan" summary="Start from nothing. Press N to add a node." onOpen={openBlank}>
        <span className={styles.blank}>
          <Plus aria-hidden />
        </span>
      </TemplateCard>
    </ul>
  );
}

interface CardProps {
  readonly name: string;
  readonly summary: string;
  readonly tag?: string | undefined;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The button is the name alone (SPEC U); its area is the whole card. */
function TemplateCard({ name, summary, tag, onOpen, children }: CardProps) {
  const summaryId = useId();
  return (
    <li className={styles.card}>
      <div className={styles.picture} aria-hidden>
        {children}
      </div>
      <div className={styles.text}>
        <div className={styles.line}>
          <button
            type="button"
            className={styles.templatesName}
            aria-describedby={summaryId}
            onClick={onOpen}
          >
            {name}
          </button>
          {tag && <span className={styles.tag}>{tag}</span>}
        </div>
        <p id={summaryId} className={styles.summary}>
          {summary}
        </p>
      </div>
    </li>
  );
}

/** A small picture of a template: its own plan, with what unfolds in it when it runs. */
function TemplatePicture({ id }: { readonly id: string }) {
  const sketch = useQuery({ queryKey: ['sketch', id], queryFn: () => loadSketch(id) });
  return sketch.data && <SketchView sketch={sketch.data} />;
}

/** A person's own file is a beginning (E8): chosen with one click, or dropped anywhere on the page. */
function YourFile() {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <p className={goalFieldStyles.asks}>
      <Button size="small" icon={Upload} onClick={() => chooser.current?.click()}>
        Ask about your file
      </Button>
      <span className={goalFieldStyles.hint}>or drop it here.</span>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="File to ask about"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) openDialog({ kind: 'import', files });
          target.value = '';
        }}
      />
    </p>
  );
}

/** Opens a template as a workspace of its own; one that is here untouched is opened again. */
async function openTemplate(id: string): Promise<void> {
  fetchWorkspaceScreen();
  const go = setOut();
  const loaded = await loadSample(id, fetchOwn);
  if (!loaded.ok) return sayProblems(loaded.problem);
  await openOwn(loaded.value, await findWorkspace(loaded.value), go);
}

async function openBlank(): Promise<void> {
  fetchWorkspaceScreen();
  await openOwn(blankWorkspace(), null, setOut());
}

/** Opens what ships with the app, and is trusted for it (T1). */
async function openOwn(
  workspace: Workspace,
  there: string | null,
  go: ReturnType<typeof setOut>,
): Promise<void> {
  try {
    go({ workspace: there ?? (await keepWorkspace(workspace, true)) });
  } catch (thrown) {
    sayThrown(thrown, 'It cannot be opened.');
  }
}
