import { useMemo } from 'react';
import { type Address, durationText, nodeOf, within, withoutAttempt } from '#base';
import type { AttachedRun, Scene } from '#editor';
import type { PlanNode } from '#plan';
import { type GraphNode, nodeAtAddress, scopeOf, type TimelineRow, timelineOf } from '#projection';
import { cx } from '../parts/cx';
import { EmptyNote, Panel } from '../parts/Panel';
import { VirtualList } from '../parts/VirtualList';
import type { ChosenStep, Extent } from '../state/canvas';
import { useRowHeight } from '../state/layout';
import { useEditor, useScene, useSelection } from '../state/session';
import { NodeIcon } from '../ui/NodeIcon';
import { isSettledRun, useView } from './runStore';
import styles from './TimelinePanel.module.css';
import { canRetry } from './waysOn';

/** Bars per node: attempts, waits, back-off; idle gaps are folded (D5). */
export function TimelinePanel() {
  const rowHeight = useRowHeight(24);
  const view = useView();
  const timeline = useMemo(() => (view === null ? null : timelineOf(view)), [view]);
  const selected = useFocusAddress();
  if (!timeline || timeline.rows.length === 0) {
    return (
      <Panel name="Timeline">
        <EmptyNote>
          Run the plan to see when each step began, how long it took, and what it waited for.
        </EmptyNote>
      </Panel>
    );
  }
  return (
    <Panel name="Timeline">
      <VirtualList
        label="Steps in the order of their start"
        className={styles.list}
        count={timeline.rows.length}
        rowHeight={rowHeight}
        keyOf={(index) => timeline.rows[index]?.address ?? String(index)}
        row={(index) => {
          const row = timeline.rows[index];
          return row && <Row row={row} span={timeline.span} selected={row.address === selected} />;
        }}
      />
    </Panel>
  );
}

/** "0 ms – 412 ms · idle gaps folded": what stands beside the dock's tabs. */
export function TimelineAside() {
  const view = useView();
  const timeline = useMemo(() => (view === null ? null : timelineOf(view)), [view]);
  if (!timeline || timeline.rows.length === 0) return null;
  return (
    <>
      0 ms – {durationText(timeline.elapsed)}
      {timeline.folds.length > 0 && ' · idle gaps folded'}
    </>
  );
}

interface RowProps {
  readonly row: TimelineRow;
  readonly span: number;
  readonly selected: boolean;
}

function Row({ row, span, selected }: RowProps) {
  const editor = useEditor();
  const node = useNodeAt(row.address);
  const width = Math.max(span, 1);
  const end = row.bars.reduce((latest, bar) => Math.max(latest, bar.end), 0);
  return (
    <button
      type="button"
      className={cx(styles.row, selected && styles.selected)}
      aria-pressed={selected}
      style={{ '--depth': row.depth }}
      onClick={() => editor.select([row.address])}
    >
      <span className={styles.name}>
        <NodeIcon node={node} />
        <span className={styles.title}>{row.title}</span>
      </span>
      <span className={styles.track}>
        {row.bars.map((bar) => (
          <span
            key={`${bar.kind}${bar.from}${bar.attempt ?? ''}`}
            className={cx(styles.bar, styles[bar.kind])}
            style={{ '--from': bar.start / width, '--to': bar.end / width }}
          />
        ))}
        <span className={styles.label} style={{ '--to': end / width }}>
          {row.label}
        </span>
      </span>
    </button>
  );
}

/** The address of the selected node in the shown run, with the round that is drawn; null when nothing is selected. */
function useFocusAddress(): Address | null {
  const focus = useSelection((selection) => selection.focus);
  return useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus)?.address ?? null);
}

/** The node that stands at an address of the shown run, in its plan or in one that an executor opened. */
function useNodeAt(address: Address): PlanNode | null {
  return useScene(({ plan, view }) => (view === null ? null : nodeAtAddress(address, plan, view)));
}

/** The step that a card of the canvas stands for; null where no run is shown. A state has the round in which it was entered last. */
export function stepOf({ run: shown, stands, graph }: Scene, key: string | null): ChosenStep | null {
  const card = graph.nodes.find((node) => node.key === key);
  const run = shown ?? stands?.run ?? null;
  if (card === undefined || run === null) return null;
  const address = card.type === 'STATE' ? stateOf(card, run, stands?.place) : withoutAttempt(card.address);
  return { run, address: address.replace(/\.(?:try|catch|finally)$/, '') as Address };
}

function stateOf(card: GraphNode, { live }: AttachedRun, place = scopeOf(card.address)): Address {
  const entered = [...live.nodes.values()].findLast(
    ({ address }) => nodeOf(address) === card.node.id && scopeOf(address) === place,
  );
  return entered?.address ?? within(place, card.node.id);
}

/**
 * Why a run cannot be gone on from in that way, in one sentence; null where it can.
 *
 * @param isHere whether this workspace has its plan
 */
export function whyNot(
  { live }: AttachedRun,
  extent: Extent,
  step: Address | null,
  isHere: boolean,
): string | null {
  const { started } = live;
  if (started === null) return 'This run has not begun.';
  if (started.simulated) return 'This run was simulated: nothing outside has answered it.';
  if (started.reduced)
    return 'This record was shortened when it was handed on, so nothing can continue from it.';
  if (!isHere) return 'This run came from a file, and its plan is not in this workspace.';
  if (live.status === 'running' || live.status === 'pending')
    return 'This run is still running: pause or cancel it first.';
  if (extent === 'failed') return whatFailed(live.status, canRetry({ live }));
  if (step === null) return 'Choose a step first.';
  if (isInBackground(step, { live }))
    return 'This step runs in the background, where nothing waits for it: a run cannot stand there.';
  if (extent !== 'onward' && isState(step, live))
    return 'A state machine goes where its events lead it: it can only continue from a state.';
  return extent === 'upTo' || live.nodes.has(step)
    ? null
    : 'This step had not begun in that run, so there is no record of what comes before it.';
}

function whatFailed(status: AttachedRun['live']['status'], isRetried: boolean): string | null {
  if (isRetried) return null;
  return isSettledRun(status) ? 'Nothing in this run failed or was cancelled.' : 'This run is not over.';
}

function isState(step: Address, { machines }: AttachedRun['live']): boolean {
  return machines.has(scopeOf(step));
}

/** Whether it, or what it lies in, was sent into the background (L2). */
function isInBackground(step: Address, { live }: Pick<AttachedRun, 'live'>): boolean {
  const main = live.started?.closure.plans[0];
  const plan = main?.kind === 'capability' ? main : null;
  for (let end = step.length; end > 0; end = step.lastIndexOf('/', end - 1)) {
    if (nodeAtAddress(step.slice(0, end) as Address, plan, live)?.background === true) return true;
  }
  return false;
}
