import {
  ChartNoAxesColumn,
  CircleCheck,
  CircleHelp,
  Columns3,
  Copy,
  Download,
  FileText,
  Funnel,
  type LucideIcon,
  PanelRightClose,
  PanelRightOpen,
  Rows2,
  Table2,
  X,
} from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { counted } from '#base';
import type { Editor } from '#editor';
import {
  type AnswerSource,
  type AnswerStep,
  answerSources,
  answerSteps,
  type CitedAnswer,
  citedAnswer,
  cutText,
  isUnanswered,
  type RunView,
} from '#projection';
import type { Storage } from '#storage';
import { chartOf, tableInMemory, typedTest } from '#tables';
import { AskNext } from '../ask/AskField';
import { AskAgain } from '../ask/NotAnswered';
import { ValueView } from '../design/InspectorParts';
import { useReadDocuments } from '../library/useReadDocument';
import { Button, IconButton } from '../parts/Button';
import { saveFile } from '../parts/browser';
import { cx } from '../parts/cx';
import { Segments } from '../parts/Tabs';
import { say } from '../parts/Toasts';
import { openDialog } from '../state/dialogs';
import { layoutStore, narrowAnswer, PHONE, useIsAsked, useMedia } from '../state/layout';
import { sayThrown } from '../state/sayTrouble';
import { useDocument, useEditor, useSelection, useSession } from '../state/session';
import { ChartView } from '../tables/ChartView';
import { DataTable } from '../tables/DataTable';
import { StoredTable } from '../tables/stored/StoredTable';
import { tablesOfPage } from '../tables/stored/storedTables';
import { Markdown } from '../ui/Markdown';
import styles from './Answer.module.css';
import { AnswerFrame } from './AnswerFrame';
import {
  AnswerCitations,
  type AnswerParts,
  type AnswerTable,
  answerMarkdown,
  answerTable,
  CitedText,
  factsOf,
  filterWords,
  firstLine,
  splitOutputs,
  textWithNumbers,
  textWithSteps,
  WhyAnswer,
} from './AnswerSources';
import answerSourcesStyles from './AnswerSources.module.css';
import { momentText } from './runLists';
import { useShownRun, useView } from './runStore';

/** What the run came to: the answer as text, where it comes from, the other outputs as values, and who planned it (A5, P10). */
export function Answer({ view }: { readonly view: RunView }) {
  const { main, rest } = splitOutputs(view.outputs);
  // In a hand the answer comes first: its question stands above it already.
  const isPhone = useMedia(PHONE);
  const documents = useDocument(({ workspace }) => workspace.documents);
  const read = useReadDocuments(documents);
  const table = useMemo(() => (main === null ? null : answerTable(main, view, read)), [main, view, read]);
  const steps = useMemo(() => answerSteps(main, view), [main, view]);
  const sources = useMemo(() => answerSources(steps), [steps]);
  const cited = useMemo(() => citedAnswer(main, view), [main, view]);
  return (
    <AnswerFrame icon={CircleCheck} title="Answer" tone="ok" aside={<WidenAnswer />}>
      {!isPhone && <AskAgain />}
      {main !== null && <AnswerWords text={table?.text ?? main} cited={cited} />}
      {main === null && rest.length === 0 && (
        <p className={styles.facts}>The plan is done. It gives nothing back.</p>
      )}
      {cited !== null && <AnswerCitations citations={cited.citations} />}
      <AnswerSources sources={sources} />
      <AnswerActions
        answer={{ main: cited === null ? main : textWithSteps(cited), rest }}
        isTable={table !== null}
        steps={steps}
      />
      {table !== null &&
        ('handle' in table ? (
          <StoredTable handle={table.handle} label="answer" />
        ) : (
          <AnswerRows table={table} title="answer" />
        ))}
      {rest.map(([name, value]) => (
        <div key={name} className={styles.output}>
          <h3>{name}</h3>
          {typeof value === 'string' ? (
            <Markdown text={value} />
          ) : (
            <ValueView value={value} none="nothing" label={name} />
          )}
        </div>
      ))}
      <AskNext />
      {isPhone && <AskAgain />}
      <p className={styles.facts}>
        {view.startedAt !== null && `Run ${momentText(view.startedAt)} · `}
        {factsOf(view)}
      </p>
    </AnswerFrame>
  );
}

function AnswerWords({ text, cited }: { readonly text: string; readonly cited: CitedAnswer | null }) {
  const className = cx(styles.main, isOneLine(text) && styles.headline);
  return cited === null ? (
    <Markdown text={text} className={className} />
  ) : (
    <CitedText cited={cited} className={className} />
  );
}

/** A sentence is large; what is longer is read like a text. */
function isOneLine(text: string): boolean {
  return !text.trim().includes('\n') && text.length <= MOST_OF_LINE;
}

const MOST_OF_LINE = 240;

/** The panel is as wide as an answer is read in, or as it is beside a drawing. */
function WidenAnswer() {
  const answerWide = useStore(layoutStore, (layout) => layout.answerWide);
  const isAsked = useIsAsked();
  const isPhone = useMedia(PHONE);
  if (isPhone) return null;
  const isWide = isAsked || answerWide;
  const turn = () => {
    if (isWide) narrowAnswer();
    layoutStore.setState({ answerWide: !isWide });
  };
  return (
    <IconButton
      icon={isWide ? PanelRightClose : PanelRightOpen}
      label={isWide ? 'Narrow the answer' : 'Widen the answer'}
      onClick={turn}
    />
  );
}

interface AnswerProps {
  /** What is taken along. */
  readonly answer: AnswerParts;
  /** Whether it has rows, which are saved from their table. */
  readonly isTable: boolean;
  readonly steps: readonly AnswerStep[];
}

/** What can be done with an answer: taken along, and looked behind. */
function AnswerActions({ answer, isTable, steps }: AnswerProps) {
  const { storage } = useSession();
  const id = useId();
  const [isExplained, setExplained] = useState(false);
  const { main: text, rest } = answer;
  const hasOutputs = text !== null || rest.length > 0;
  if (!hasOutputs && steps.length === 0) return null;
  return (
    <>
      <div className={styles.actions}>
        {hasOutputs && (
          <Button variant="outline" icon={Copy} onClick={() => void copyAnswer(answer, storage)}>
            Copy
          </Button>
        )}
        {text !== null && !isTable && (
          <Button
            variant="outline"
            icon={Download}
            onClick={() => saveFile('answer.md', text, 'text/markdown')}
          >
            Save as Markdown
          </Button>
        )}
        {steps.length > 0 && (
          <Button
            variant="outline"
            icon={CircleHelp}
            aria-expanded={isExplained}
            aria-controls={id}
            onClick={() => setExplained(!isExplained)}
          >
            Explain
          </Button>
        )}
      </div>
      {isExplained && <WhyAnswer id={id} steps={steps} />}
    </>
  );
}

async function copyAnswer(answer: AnswerParts, storage: Storage): Promise<void> {
  try {
    await navigator.clipboard.writeText(await answerMarkdown(answer, tablesOfPage(storage)));
    say({ tone: 'ok', text: 'The answer is copied, its table as Markdown.' });
  } catch (thrown) {
    sayThrown(thrown, 'The answer could not be copied. Select it, and copy it by hand.');
  }
}

/** The answer, or why there is none, in one line beside the views, while the inspector shows something else. */
export function AnswerLine() {
  const editor = useEditor();
  const view = useView();
  const runId = useShownRun((run) => run?.runId ?? '');
  const selected = useSelection((selection) => selection.focus !== null);
  const hidden = useStore(layoutStore, ({ inspectorOpen, planTab }) => !inspectorOpen || planTab !== 'run');
  const [dismissed, setDismissed] = useState('');
  if (view === null || !(selected || hidden) || dismissed === runId) return null;
  const unanswered = isUnanswered(view);
  if (view.status !== 'completed' && !unanswered) return null;
  const read = () => {
    editor.select([]);
    layoutStore.setState({ inspectorOpen: true, planTab: 'run' });
  };
  return (
    <div className={cx(styles.line, unanswered && styles.unanswered)} data-answer-line>
      {unanswered ? <CircleHelp aria-hidden /> : <CircleCheck aria-hidden />}
      <p>{lineOf(view)}</p>
      <Button size="small" variant="outline" onClick={read}>
        {unanswered ? 'What I can answer' : 'Read the answer'}
      </Button>
      <IconButton icon={X} label="Hide the answer" onClick={() => setDismissed(runId)} />
    </div>
  );
}

function lineOf(view: RunView): string {
  if (view.error !== null) return view.error.message;
  const { main } = splitOutputs(view.outputs);
  if (main === null) return 'The plan is done.';
  const cited = citedAnswer(main, view);
  return cutText(firstLine(cited === null ? main : textWithNumbers(cited)), 160);
}

type Shown = 'both' | 'chart' | 'table';

const CHOICES = [
  { id: 'both', title: 'Both', icon: Rows2 },
  { id: 'chart', title: 'Chart', icon: ChartNoAxesColumn },
  { id: 'table', title: 'Table', icon: Table2 },
] as const;

/** The rows of an answer: as a chart where they are figures of groups or periods, and as a table. */
function AnswerRows({ table, title }: { readonly table: AnswerTable; readonly title: string }) {
  const [shown, setShown] = useState<Shown>('both');
  const { rows, columns } = table;
  const source = useMemo(() => tableInMemory(columns, rows), [columns, rows]);
  const chart = useMemo(() => chartOf(columns, rows, table.chart), [columns, rows, table.chart]);
  return (
    <div className={styles.rows} data-rows-of-answer>
      {chart !== null && (
        <Segments
          label="Show the answer as"
          segments={CHOICES}
          chosen={shown}
          onChoose={setShown}
          className={styles.choice}
        />
      )}
      {chart !== null && shown !== 'table' && (
        <ChartView chart={chart} fileName={title} isAlone={shown === 'chart'} />
      )}
      {(chart === null || shown !== 'chart') && (
        <DataTable source={source} label={title} look="plain" fileName={title} />
      )}
    </div>
  );
}

const ICONS: Readonly<Record<AnswerSource['kind'], LucideIcon>> = {
  table: Table2,
  text: FileText,
  column: Columns3,
  filter: Funnel,
};

/** So many are shown before they are asked for. */
const SHOWN = 6;

/** Where an answer comes from: each leads to the data, at the column or through the filter that was used. */
function AnswerSources({ sources }: { readonly sources: readonly AnswerSource[] }) {
  const editor = useEditor();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const [isWhole, setWhole] = useState(false);
  if (sources.length === 0) return null;
  const here = new Set(documents.map(({ id }) => id));
  const shown = isWhole ? sources : sources.slice(0, SHOWN);
  return (
    <section className={answerSourcesStyles.sources} aria-label="Sources">
      <span>from</span>
      {shown.map((source) => (
        <SourceChip
          key={`${source.kind} ${source.document} ${wordsOf(source)}`}
          source={source}
          isHere={source.document !== null && here.has(source.document)}
          editor={editor}
        />
      ))}
      {shown.length < sources.length && (
        <button type="button" className={answerSourcesStyles.chip} onClick={() => setWhole(true)}>
          {sources.length - shown.length} more
        </button>
      )}
    </section>
  );
}

interface ChipProps {
  readonly source: AnswerSource;
  /** Whether its document is in the workspace still. */
  readonly isHere: boolean;
  readonly editor: Editor;
}

function SourceChip({ source, isHere, editor }: ChipProps) {
  const Icon = ICONS[source.kind];
  const words = wordsOf(source);
  const step = source.kind === 'filter' ? source.step : null;
  const content = (
    <>
      <Icon aria-hidden />
      <bdi>{words}</bdi>
    </>
  );
  if (!isHere && step === null) return <span className={answerSourcesStyles.chip}>{content}</span>;
  const open = () => (isHere ? openSource(source) : editor.select(step === null ? [] : [step]));
  return (
    <button
      type="button"
      className={answerSourcesStyles.chip}
      data-tip={isHere ? 'Show the data' : 'Show the step'}
      onClick={open}
    >
      {content}
    </button>
  );
}

function wordsOf(source: AnswerSource): string {
  switch (source.kind) {
    case 'table':
      return source.rows === null ? source.name : `${source.name}, ${counted(source.rows, 'row')}`;
    case 'text':
      return source.name;
    case 'column':
      return source.column;
    case 'filter':
      return filterWords(source.test, source.or);
  }
}

function openSource(source: AnswerSource): void {
  const { document: id } = source;
  if (source.kind === 'column') openDialog({ kind: 'document', id, at: { column: source.column } });
  else if (source.kind === 'filter') openFiltered(source);
  else openDialog({ kind: 'document', id });
}

/** Where a filter cannot be typed, or another would do as well, its column is shown. */
function openFiltered({ document: id, test, or }: Extract<AnswerSource, { kind: 'filter' }>): void {
  const typed = or.length === 0 ? typedTest(test.operator, test.value) : null;
  openDialog({ kind: 'document', id, at: { column: test.column, ...(typed === null ? {} : { typed }) } });
}
