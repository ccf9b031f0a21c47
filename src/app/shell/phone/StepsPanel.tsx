import { CircleAlert, History, Pin, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import {
  type GraphMark,
  type GraphNode,
  isUnanswered,
  type NodeStatus,
  type OutlineRow,
  shownStatus,
  stepsOf,
} from '#projection';
import { NotAnswered, useIsNotAnswered } from '../../ask/NotAnswered';
import { cx } from '../../parts/cx';
import { EmptyNote, Panel } from '../../parts/Panel';
import { Pill, type Tone } from '../../parts/Pill';
import { usePinnedKeys } from '../../pins/pinOf';
import { Answer } from '../../run/Answer';
import { BudgetBar } from '../../run/Budget';
import { useKeptResult } from '../../run/KeptResults';
import { Notices } from '../../run/Notices';
import { RoundChoice } from '../../run/RoundChoice';
import { useView } from '../../run/runStore';
import { useEditor, useScene, useSelection } from '../../state/session';
import { Surface } from '../../surfaces/Surface';
import { CardIcon } from '../../ui/NodeIcon';
import { StatusPill } from '../../ui/StatusPill';
import styles from './Phone.module.css';

/** The answer, and above it what wants attention; then the steps as rows in the order of their edges, with their statuses. */
export function StepsPanel() {
  const graph = useScene((scene) => scene.graph);
  const rows = useMemo(() => stepsOf(graph), [graph]);
  // What has room for steps and holds none yet is a row that can be chosen like any other.
  const holding = useMemo(() => new Set(rows.map(({ node }) => node.parent)), [rows]);
  return (
    <Panel name="Steps" className={styles.steps}>
      <Surface of="notices">
        <Notices className={styles.notices} />
      </Surface>
      <RunAnswer />
      <RunBudget />
      {rows.length === 0 ? (
        <EmptyNote>The plan is empty.</EmptyNote>
      ) : (
        <ol>
          {rows.map((row) => (
            <li key={row.key}>{holding.has(row.key) ? <Section row={row} /> : <Step row={row} />}</li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

/** What the run answered, or why it has not. */
function RunAnswer() {
  const view = useView();
  const isNotAnswered = useIsNotAnswered(view);
  if (view === null) return null;
  const isDone = view.status === 'completed';
  if (!isDone && !isNotAnswered && !isUnanswered(view)) return null;
  return (
    <div className={styles.answer}>
      <Surface of="answer">{isDone ? <Answer view={view} /> : <NotAnswered view={view} />}</Surface>
    </div>
  );
}

/** What the run has used of what it may use (K10). */
function RunBudget() {
  const view = useView();
  return <div className={styles.budget}>{view !== null && <BudgetBar view={view} />}</div>;
}

function Section({ row }: { readonly row: OutlineRow }) {
  return (
    <div className={styles.section}>
      <span>{row.title}</span>
      <Problem node={row.node} />
      {row.node.rounds === null ? <span>{row.word}</span> : <RoundChoice node={row.node} />}
    </div>
  );
}

function Step({ row }: { readonly row: OutlineRow }) {
  const editor = useEditor();
  const selected = useSelection((selection) => selection.focus === row.key);
  const isPinned = usePinnedKeys().has(row.key);
  const result = useKeptResult(row.key);
  const active = row.status === 'running';
  return (
    <button
      type="button"
      className={cx(styles.step, active && styles.active, selected && styles.chosen)}
      aria-pressed={selected}
      aria-description={row.status === null ? (row.node.reason ?? undefined) : undefined}
      onClick={() => editor.select(selected ? [] : [row.key])}
    >
      <span className={styles.glyph}>
        <CardIcon card={row.node} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{row.title}</span>
        {result?.stale ? (
          <span className={styles.why}>{result.stale.reason}</span>
        ) : (
          <span className={styles.line}>{row.line}</span>
        )}
      </span>
      <Problem node={row.node} />
      <Change mark={row.node.mark} />
      {isPinned && <Pill icon={Pin}>pinned</Pill>}
      {result?.stale && (
        <Pill tone="wait" icon={History}>
          {result.stale.word}
        </Pill>
      )}
      {row.status === null && result?.status != null && !result.stale && (
        <StatusPill status={result.status} />
      )}
      {row.status !== null && row.word !== '' && !result?.stale && <StatusOf row={row} status={row.status} />}
    </button>
  );
}

/** What a revision has done with the step, while that is news (P9). */
function Change({ mark }: { readonly mark: GraphMark | null }) {
  const tone = mark === null ? undefined : CHANGES[mark];
  return tone === undefined ? null : <Pill tone={tone}>{mark}</Pill>;
}

const CHANGES: Readonly<Partial<Record<GraphMark, Tone>>> = {
  kept: 'skip',
  added: 'ok',
  changed: 'wait',
  dropped: 'bad',
};

/** Before a run: that it has problems, with the shape that it has on the canvas (E4). */
function Problem({ node: { status, reason, warned } }: { readonly node: GraphNode }) {
  if (status !== null || reason === null) return null;
  return warned ? (
    <Pill tone="wait" icon={TriangleAlert}>
      warning
    </Pill>
  ) : (
    <Pill tone="bad" icon={CircleAlert}>
      error
    </Pill>
  );
}

/** Of a state the words are its own: active, left. That it was left is no success. */
function StatusOf({ row, status }: { readonly row: OutlineRow; readonly status: NodeStatus }) {
  if (row.node.unanswered === true)
    return <StatusPill status={shownStatus(row.node) ?? status} text={row.word} />;
  if (row.node.type !== 'STATE') return <StatusPill status={status} />;
  return row.word === 'left' ? <Pill>left</Pill> : <StatusPill status={status} text={row.word} />;
}
