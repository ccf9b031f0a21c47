import { useQuery } from '@tanstack/react-query';
import { Gauge, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { count, durationText, wilson } from '#base';
import type { PlanAttempt, RankedCandidate } from '#kernel';
import {
  moneyText,
  namesOf,
  type PlanningAttempt,
  type PlanningRecord,
  type Reliability as Row,
  type RunView,
  reliabilityOf,
} from '#projection';
import type { AttemptLine } from '#storage';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { SearchInput, Select } from '../parts/Input';
import { EmptyNote, FilterBar, NotRead, Panel } from '../parts/Panel';
import { Pill, type Tone } from '../parts/Pill';
import { VirtualList } from '../parts/VirtualList';
import { goTo } from '../state/address';
import { layoutStore, showAttemptsOf, useRowHeight } from '../state/layout';
import { type Session, useSession } from '../state/session';
import { AttemptDetail, AttemptPicture } from './AttemptDetail';
import styles from './AttemptsPanel.module.css';
import { FiguresTable } from './FiguresTable';
import { openRun } from './openRun';
import { allAttempts, momentText } from './runLists';
import { useView } from './runStore';

interface Listed {
  readonly attempt: PlanningAttempt;
  /** P3: of several plans that were accepted, why it was taken or was not; null where there was no choice to be explained. */
  readonly choice: string | null;
  readonly number: number;
  readonly planner: string;
}

/** Every attempt of every planner, kept whole whatever came of it (P6): of the shown run, or of all runs. */
export function AttemptsPanel() {
  const of = useStore(layoutStore, (layout) => layout.attemptsOf);
  if (of === 'run') return <AttemptsOfRun />;
  return of === 'reliability' ? <Reliability /> : <AllAttempts />;
}

/** Beside the tab: whether the attempts of all runs are listed, or what they say of the models. */
export function AttemptsAside() {
  const shown = useStore(layoutStore, (layout) => layout.attemptsOf);
  const toggle = (of: 'all' | 'reliability') => ({
    size: 'small' as const,
    'aria-pressed': shown === of,
    onClick: () => showAttemptsOf(shown === of ? 'run' : of),
  });
  return (
    <>
      <Button icon={Search} {...toggle('all')}>
        All runs
      </Button>
      <Button icon={Gauge} {...toggle('reliability')}>
        Reliability
      </Button>
    </>
  );
}

/** The newest first. */
function AttemptsOfRun() {
  const view = useView();
  const listed = useMemo(() => (view === null ? [] : attemptsOf(view)), [view]);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = listed.find((one) => one.attempt.call === chosen) ?? listed[0];
  if (!shown) {
    return (
      <Panel name="Plan attempts">
        <EmptyNote>
          What planners were asked, what they answered word for word, and what was wrong with it.
        </EmptyNote>
      </Panel>
    );
  }
  return (
    <Panel name="Plan attempts" className={styles.panel}>
      <ul className={styles.list} aria-label="Attempts">
        {listed.map((one) => (
          <li key={one.attempt.call}>
            <AttemptCard listed={one} selected={one === shown} onSelect={() => setChosen(one.attempt.call)} />
          </li>
        ))}
      </ul>
      <AttemptDetail key={shown.attempt.call} attempt={shown.attempt} />
      <AttemptPicture attempt={shown.attempt} closure={view?.started?.closure} />
    </Panel>
  );
}

interface CardProps {
  readonly listed: Listed;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function AttemptCard({ listed: { attempt, number, planner, choice }, selected, onSelect }: CardProps) {
  return (
    <button
      type="button"
      className={cx(styles.card, selected && styles.selected)}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <span className={styles.top}>
        <b>
          {planner} · attempt {number}
        </b>
        <Pill tone={VERDICTS[attempt.verdict]}>{verdictText(attempt)}</Pill>
      </span>
      <span className={styles.fact}>made by {attempt.madeBy}</span>
      <span className={styles.fact}>{wordsOfFigures(attempt)}</span>
      {attempt.arrival.cutOff.length > 0 && (
        <span className={styles.fact}>made again: the call before was lost with its page</span>
      )}
      {choice !== null && <span className={styles.fact}>{choice}</span>}
    </button>
  );
}

function verdictText({ verdict, problems }: PlanningAttempt): string {
  const first = problems[0];
  return verdict === 'accepted' || !first
    ? verdict
    : `${verdict}: ${first.code.toLowerCase().replaceAll('_', ' ')}`;
}

function wordsOfFigures({ flavour, latencyMs, usage, seed }: PlanningAttempt): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const written = usage.estimated ? `about ${tokens} tokens` : `${tokens} tokens`;
  const { microUnits, currency } = usage;
  const facts = [
    flavour,
    durationText(latencyMs),
    tokens > 0 ? written : null,
    microUnits === undefined ? null : moneyText({ microUnits, currency: currency ?? null }),
    seed === null ? null : `seed ${seed}`,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

function attemptsOf(view: RunView): readonly Listed[] {
  const names = namesOf(view);
  const all = [...view.planning.values()].flatMap((record) =>
    record.attempts.map((attempt, index) => ({
      attempt,
      number: index + 1,
      planner: names(record.address),
      choice: choiceInWords(attempt.call, record),
    })),
  );
  return all.toSorted((a, b) => b.attempt.seq - a.attempt.seq);
}

function choiceInWords(call: PlanningAttempt['call'], { ranked = [], by }: PlanningRecord): string | null {
  const [best] = ranked;
  const one = ranked.find((candidate) => candidate.call === call);
  if (best === undefined || one === undefined) return null;
  if (one !== best)
    return `not taken: ${by?.kind === 'model' ? 'a model chose another' : setBehind(one, best)}`;
  if (by === undefined) return null;
  return by.kind === 'model'
    ? `chosen by a model: ${by.reason}`
    : `chosen by rules, because a model did not choose: ${by.because}`;
}

/** What sets a plan behind the best: the first of the rules by which they differ. */
function setBehind(one: RankedCandidate, best: RankedCandidate): string {
  if (one.warnings > best.warnings) return `${count(one.warnings, 'warning')} instead of ${best.warnings}`;
  if (one.writes > best.writes)
    return `${count(one.writes, 'step')} that may change something, instead of ${best.writes}`;
  if (one.steps > best.steps) return `${count(one.steps, 'step')} instead of ${best.steps}`;
  return 'no better than one before it';
}

const NONE: readonly AttemptLine[] = [];

/** The attempts of all runs of this browser, searched (P6); each leads to its run at that moment. */
function AllAttempts() {
  const session = useSession();
  const { data: lines = NONE, status } = useQuery(allAttempts);
  const attempts = useMemo(() => indexAttempts(lines), [lines]);
  const [filter, setFilter] = useState<AttemptFilter>(EVERY_ATTEMPT);
  const found = useMemo(() => findAttempts(attempts, filter), [attempts, filter]);
  const rowHeight = useRowHeight(44);
  const choose = (change: Partial<AttemptFilter>) => setFilter({ ...filter, ...change });
  const choice = (name: keyof AttemptFilter, label: string, choices: readonly string[]) => (
    <Select
      aria-label={label}
      value={filter[name]}
      onChange={({ target }) => choose({ [name]: target.value })}
    >
      <option value="">every {label.toLowerCase()}</option>
      {choices.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  );
  return (
    <Panel name="Plan attempts" isBusy={status === 'pending'}>
      <FilterBar>
        <SearchInput
          label="Search attempts"
          value={filter.text}
          onChange={({ target }) => choose({ text: target.value })}
        />
        {choice('model', 'Model', choicesOf(attempts, makerOf))}
        {choice('template', 'Template', choicesOf(attempts, templateOf))}
        {choice('verdict', 'Verdict', Object.keys(VERDICTS))}
        <span role="status" className={styles.count}>
          {status === 'success' && `${found.length} of ${lines.length}`}
        </span>
      </FilterBar>
      {status === 'error' && <NotRead />}
      {status === 'success' && found.length === 0 && (
        <EmptyNote>
          {lines.length === 0 ? 'No planner has been asked in this browser yet.' : 'No attempt matches.'}
        </EmptyNote>
      )}
      {found.length > 0 && (
        <VirtualList
          label="Attempts of all runs"
          count={found.length}
          rowHeight={rowHeight}
          keyOf={(index) => `${found[index]?.runId} ${found[index]?.seq}`}
          row={(index) => {
            const line = found[index];
            return line && <Line line={line} onOpen={() => void openAttempt(session, line)} />;
          }}
        />
      )}
    </Panel>
  );
}

function Line({ line, onOpen }: { readonly line: AttemptLine; readonly onOpen: () => void }) {
  const [code] = line.codes;
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span className={styles.verdict}>
        <Pill tone={VERDICTS[line.verdict]}>{line.verdict}</Pill>
      </span>
      <span className={styles.words}>
        <b>{line.planName}</b>
        <span className={styles.fact}>
          {code === undefined ? excerptOf(line.text) : `${code}: ${excerptOf(line.text)}`}
        </span>
      </span>
      <span className={cx(styles.words, styles.made)}>
        <span>{makerOf(line)}</span>
        <span className={styles.fact}>{templateOf(line)}</span>
      </span>
      <span className={cx(styles.words, styles.when)}>
        <span>{momentText(line.at)}</span>
        <span className={styles.fact}>{figuresOf(line)}</span>
      </span>
    </button>
  );
}

/** Opens the run of an attempt at the moment at which it was answered, in its own workspace. */
async function openAttempt(session: Session, { runId, seq, workspace }: AttemptLine): Promise<void> {
  showAttemptsOf('run');
  const at = seq + 1;
  if (workspace === session.id) await openRun(session, runId, at);
  else goTo({ workspace, run: runId, at });
}

function excerptOf(text: string): string {
  return text.slice(0, 160).replaceAll(/\s+/g, ' ');
}

function figuresOf({ latencyMs, tokens }: AttemptLine): string {
  return tokens === 0 ? durationText(latencyMs) : `${durationText(latencyMs)} · ${tokens} tokens`;
}

/** How each verdict looks. */
const VERDICTS: Readonly<Record<PlanAttempt['verdict'], Tone>> = {
  accepted: 'ok',
  refused: 'bad',
  failed: 'bad',
};

/** What the attempts of all runs are searched by (P6); an empty text or choice lets every one through. */
interface AttemptFilter {
  /** Words; all of them must occur. */
  readonly text: string;
  readonly model: string;
  readonly template: string;
  readonly verdict: string;
}

export const EVERY_ATTEMPT: AttemptFilter = { text: '', model: '', template: '', verdict: '' };

/** A line with what its words are looked for in, made once and not at every key. */
interface IndexedAttempt {
  readonly line: AttemptLine;
  readonly words: string;
}

export function indexAttempts(lines: readonly AttemptLine[]): readonly IndexedAttempt[] {
  return lines.map((line) => {
    const said = [line.text, line.planName, makerOf(line), templateOf(line), ...line.codes];
    return { line, words: said.join('\n').toLowerCase() };
  });
}

/** The lines that a filter lets through, in the order in which they came. */
export function findAttempts(
  attempts: readonly IndexedAttempt[],
  { text, model, template, verdict }: AttemptFilter,
): readonly AttemptLine[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = attempts.filter(
    ({ line, words }) =>
      (model === '' || makerOf(line) === model) &&
      (template === '' || templateOf(line) === template) &&
      (verdict === '' || line.verdict === verdict) &&
      wanted.every((word) => words.includes(word)),
  );
  return found.map(({ line }) => line);
}

/** Who made it: the model, else the planner that needs none. */
export function makerOf({ model, madeBy }: AttemptLine): string {
  return model ?? madeBy;
}

/** The prompt's template with its version, as `plan.llm v2`. */
export function templateOf({ template }: AttemptLine): string {
  return template === null ? 'no template' : `${template.id} v${template.version}`;
}

/** What can be chosen, each once, in the order of the alphabet. */
export function choicesOf(
  attempts: readonly IndexedAttempt[],
  read: (line: AttemptLine) => string,
): readonly string[] {
  return [...new Set(attempts.map(({ line }) => read(line)))].toSorted();
}

/** P7: how often the first reply of each model was accepted, over the person's own attempts: by this planners choose. */
function Reliability() {
  const { id } = useSession();
  const { data: lines = NONE, status } = useQuery(allAttempts);
  const [of, setOf] = useState<'here' | 'all'>('here');
  const rows = useMemo(() => {
    const here = lines.filter(({ workspace }) => workspace === id);
    return reliabilityOf(of === 'here' ? here : lines.map((line) => ({ ...line, workspace: '' })));
  }, [lines, of, id]);
  return (
    <Panel name="Reliability" isBusy={status === 'pending'}>
      <FilterBar>
        <Select
          aria-label="Attempts of"
          value={of}
          onChange={({ target }) => setOf(target.value === 'all' ? 'all' : 'here')}
        >
          <option value="here">This workspace</option>
          <option value="all">All workspaces</option>
        </Select>
        <span className={styles.note}>
          A planner with several models asks the one first whose plans were accepted most surely in this
          workspace.
        </span>
      </FilterBar>
      {status === 'error' && <NotRead />}
      {status === 'success' && rows.length === 0 && (
        <EmptyNote>
          No model has been asked for a plan {of === 'here' ? 'in this workspace' : 'in this browser'} yet.
        </EmptyNote>
      )}
      {rows.length > 0 && (
        <FiguresTable className={styles.table} columns={COLUMNS}>
          <tbody>
            {rows.map((row) => (
              <ReliabilityRow key={`${row.workspace} ${row.flavour} ${row.model} ${row.name}`} row={row} />
            ))}
          </tbody>
        </FiguresTable>
      )}
    </Panel>
  );
}

const COLUMNS = [
  'Model',
  'Planner',
  'Accepted at first',
  'At least',
  'No plan',
  'Refused',
  'Failed',
  'Repairs',
  'Tokens each',
  'Time each',
];

function ReliabilityRow({ row }: { readonly row: Row }) {
  const { name, flavour, tried, accepted, unreadable, refused, failed, repairs, tokens, latencyMs } = row;
  const [low] = wilson(accepted, tried, 0.9);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{flavour}</td>
      <td>
        {accepted} of {tried}
      </td>
      <td>{tried === 0 ? '–' : `${Math.floor(low * 100)}%`}</td>
      <td>{unreadable}</td>
      <td>{refused}</td>
      <td>{failed}</td>
      <td>{repairs}</td>
      <td>{tried === 0 ? '–' : Math.round(tokens / tried).toLocaleString('en')}</td>
      <td>{durationText(latencyMs)}</td>
    </tr>
  );
}
