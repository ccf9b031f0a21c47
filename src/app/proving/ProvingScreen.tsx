import {
  ArrowLeft,
  CircleCheck,
  Download,
  FolderOpen,
  GitCompare,
  Play,
  Square,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  amongSubjects,
  type CaseChange,
  differenceOf,
  type EvalResults,
  type Report,
  reportOf,
  runsIn,
  type Suite,
  toldBy,
} from '#proving';
import { Button } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { EmptyNote } from '../parts/Panel';
import { Pill } from '../parts/Pill';
import { Segments } from '../parts/Tabs';
import { adjustPlace } from '../state/address';
import { openDialog } from '../state/dialogs';
import { PHONE, useMedia } from '../state/layout';
import { sayProblems } from '../state/sayTrouble';
import { useDocument, useSession } from '../state/session';
import { AppPage } from '../surfaces/AppPage';
import { ProblemList } from '../ui/ProblemList';
import { CellPanel } from './CellPanel';
import { intervalText, type Measure } from './figures';
import styles from './ProvingScreen.module.css';
import {
  enterGround,
  firstSuite,
  groundOf,
  type OpenSuite,
  openSuite,
  provingStore,
  resultsIn,
  runSuite,
  stopSuite,
  suiteIn,
  useProving,
} from './provingStore';
import { ResultsList, ResultsTable } from './ResultsTable';

/** H5: how often planners, models and prompts come to what must hold, side by side. */
export default function ProvingScreen() {
  const session = useSession();
  const name = useDocument(({ workspace }) => workspace.name || workspace.id);
  const opened = useProving((state) => state.opened);
  const entered = useProving((state) => state.workspace === session.id);
  const isRead = useProving((state) => state.isRead);
  const shown = entered ? opened : null;
  useEffect(() => {
    if (provingStore.getState().workspace === session.id) return;
    enterGround(session.id);
    const isAwaited = (): boolean => {
      const { workspace, opened: chosen } = provingStore.getState();
      return workspace === session.id && chosen === null;
    };
    void groundOf(session)
      .then((ground) => {
        if (ground !== null && isAwaited()) enterGround(session.id, ground, ground.results);
      })
      .finally(() => {
        if (isAwaited()) provingStore.setState({ isRead: true });
      });
  }, [session]);
  return (
    <AppPage bar="toolbar" workspace={name} wide aside={shown && <ChosenCell opened={shown} />}>
      <section
        aria-label="Evaluation"
        aria-busy={shown === null && !(entered && isRead)}
        className={styles.ground}
      >
        <Button size="small" icon={ArrowLeft} onClick={() => adjustPlace({ view: 'canvas' })}>
          To the plan
        </Button>
        {shown !== null && <Proving opened={shown} />}
        {entered && isRead && shown === null && <NoSuite />}
      </section>
    </AppPage>
  );
}

function Proving({ opened }: { readonly opened: OpenSuite }) {
  const { suite } = opened;
  const isPhone = useMedia(PHONE);
  const results = useProving((state) => state.results);
  const problems = useProving((state) => state.problems);
  const [measure, setMeasure] = useState<Measure>('passed');
  const shown = results ?? NOTHING;
  const report = reportOf(suite, { runs: shown.runs, of: runsIn(suite) });
  const Results = isPhone ? ResultsList : ResultsTable;
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{suite.name ?? 'Proving ground'}</h1>
          <p className={styles.muted}>
            Each case is a goal or an input, and what must hold. Every cell is {suite.repeat}{' '}
            {suite.repeat === 1 ? 'run' : 'runs'} from scratch.
          </p>
        </div>
        <Controls opened={opened} report={report} />
      </header>
      {problems.length > 0 && (
        <div role="alert">
          <ProblemList diagnostics={problems} />
        </div>
      )}
      <Segments<Measure>
        label="What cells tell"
        segments={[
          { id: 'passed', title: 'Passed' },
          { id: 'cost', title: 'Cost' },
          { id: 'time', title: 'Time' },
        ]}
        chosen={measure}
        onChoose={setMeasure}
      />
      <Results suite={suite} report={report} runs={shown.runs} measure={measure} />
      <Changes suite={suite} report={report} />
    </>
  );
}

/** The cell that was pressed, beside the table. */
function ChosenCell({ opened: { suite } }: { readonly opened: OpenSuite }) {
  const results = useProving((state) => state.results);
  const cell = useProving((state) => state.cell);
  return cell === null ? null : <CellPanel suite={suite} results={results ?? NOTHING} cell={cell} />;
}

const NOTHING: Pick<EvalResults, 'runs' | 'plans'> = { runs: [], plans: {} };

function Controls({ opened, report }: { readonly opened: OpenSuite; readonly report: Report }) {
  const session = useSession();
  const results = useProving((state) => state.results);
  const isGoing = useProving((state) => state.going !== null);
  const of = runsIn(opened.suite);
  const done = results?.runs.length ?? 0;
  const isBegun = done > 0 && done < of;
  return (
    <div className={styles.controls}>
      <p role="status">
        {(isGoing || done > 0) && (
          <Pill tone={isGoing ? 'run' : report.ok ? 'ok' : 'skip'} icon={report.ok ? CircleCheck : undefined}>
            {done} of {of} runs
          </Pill>
        )}
      </p>
      <Choose label="Open a suite" icon={FolderOpen} onFile={(file) => takeSuite(session.id, file)} />
      {results !== null && (
        <>
          <Choose label="Compare with a file" icon={GitCompare} onFile={compareWith} />
          <Button
            icon={Download}
            onClick={() => saveFile('results.json', textOf(results), 'application/json')}
          >
            Save results
          </Button>
        </>
      )}
      <Button
        icon={Download}
        onClick={() => saveFile('suite.json', textOf(opened.source), 'application/json')}
      >
        Save the suite
      </Button>
      {isGoing ? (
        <Button variant="outline" icon={Square} onClick={stopSuite}>
          Stop
        </Button>
      ) : (
        <Button variant="primary" icon={Play} onClick={() => void runSuite(session)}>
          {isBegun ? 'Go on' : 'Run suite'}
        </Button>
      )}
    </div>
  );
}

function textOf(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function takeSuite(workspace: string, file: File): Promise<void> {
  const opened = await suiteIn(file);
  if (opened.ok) enterGround(workspace, opened.value);
  else sayProblems(opened.problem);
}

async function compareWith(file: File): Promise<void> {
  const results = await resultsIn(file);
  if (results.ok) provingStore.setState({ against: { name: file.name, results: results.value } });
  else sayProblems(results.problem);
}

/** Where there is no suite yet: open one, or begin with the plan as it is. */
function NoSuite() {
  const session = useSession();
  const [plan] = useDocument(({ workspace }) => workspace.plans);
  return (
    <EmptyNote
      action={
        <div className={styles.controls}>
          <Choose label="Open a suite" icon={FolderOpen} onFile={(file) => takeSuite(session.id, file)} />
          {plan !== undefined && (
            <Button
              onClick={() => {
                const opened = openSuite(firstSuite(plan));
                if (opened.ok) enterGround(session.id, opened.value);
                else sayProblems(opened.problem);
              }}
            >
              Begin with this plan
            </Button>
          )}
          <Button onClick={() => openDialog({ kind: 'help', page: 'proving' })}>What a suite is</Button>
        </div>
      }
    >
      A suite says who plans what, how often, and what must hold. Here you see how often it does.
    </EmptyNote>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly icon: typeof FolderOpen;
  readonly onFile: (file: File) => Promise<void>;
}

function Choose({ label, icon, onFile }: ChooseProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void onFile(file);
          target.value = '';
        }}
      />
    </>
  );
}

/** What is different: from the results of a file, else of the other subjects from the first. */
export function Changes({ suite, report }: { readonly suite: Suite; readonly report: Report }) {
  const against = useProving((state) => state.against);
  const difference =
    against === null
      ? amongSubjects(report)
      : differenceOf(reportOf(toldBy(against.results), against.results), report, against.name);
  if (difference === null) return null;
  const { to, worse, better, unclear } = difference;
  if (against === null && worse.length + better.length + unclear.length === 0) return null;
  return (
    <section aria-label="What is different" className={styles.changes}>
      <h2>
        Against “<bdi>{to}</bdi>”
      </h2>
      {worse.length + better.length === 0 && (
        <p>
          Nothing is clearly different: the intervals overlap
          {suite.repeat < MANY && ', and more runs would narrow them'}.
        </p>
      )}
      <ul>
        {worse.map((change) => (
          <Change key={keyOf(change)} change={change} word="worse" />
        ))}
        {better.map((change) => (
          <Change key={keyOf(change)} change={change} word="better" />
        ))}
        {unclear.map((change) => (
          <Change key={keyOf(change)} change={change} word="may be chance" />
        ))}
      </ul>
    </section>
  );
}

/** From so many runs on, more of them narrow an interval little. */
const MANY = 30;

function keyOf({ subject, case: name }: CaseChange): string {
  return JSON.stringify([subject, name]);
}

interface Props {
  readonly change: CaseChange;
  readonly word: 'worse' | 'better' | 'may be chance';
}

function Change({ change: { subject, case: name, was, is }, word }: Props) {
  const Icon = is.passed * was.n < was.passed * is.n ? TrendingDown : TrendingUp;
  return (
    <li data-word={word}>
      <Icon aria-hidden />
      <span>
        <b>{name}</b>, {subject}: {word}
      </span>
      <span className={styles.counts}>
        {was.passed}/{was.n} → {is.passed}/{is.n} ({intervalText(was.interval)} → {intervalText(is.interval)})
      </span>
    </li>
  );
}
