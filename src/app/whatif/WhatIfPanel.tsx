import {
  CalendarClock,
  Copy,
  Ellipsis,
  FileJson,
  FlaskConical,
  History,
  ListPlus,
  LogIn,
  type LucideIcon,
  ShieldCheck,
  WandSparkles,
} from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { durationText } from '#base';
import type { Commit } from '#kernel';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { lazily } from '../parts/lazily';
import { EmptyNote, Panel } from '../parts/Panel';
import { say } from '../parts/Toasts';
import { useShownRun } from '../run/runStore';
import { sayThrown } from '../state/sayTrouble';
import { useDocument, useEditor, useScene, useSession } from '../state/session';
import { NodeIcon } from '../ui/NodeIcon';
import { ProblemList } from '../ui/ProblemList';
import { StatusPill } from '../ui/StatusPill';
import { type Answerable, answerableNodes } from './answerable';
import { ItemForm } from './ScriptForm';
import { type Item, itemsOf, outcomesOf, scriptFromRun, withSamples } from './script';
import styles from './WhatIf.module.css';
import {
  changeScript,
  choose,
  type LastSimulation,
  placeOf,
  scriptOf,
  simulateHere,
  useWhatIf,
} from './whatIfStore';

const EventsScript = lazily(() => import('../machine/EventsScript'));

/**
 * "What if" (H4): how long each step takes, whether it fails and what it gives back, then the run that would come of
 * it. Nothing is called, and nothing is kept unless it is asked for.
 */
export function WhatIfPanel() {
  const session = useSession();
  const editor = useEditor();
  const open = useScene((scene) => scene.open);
  const plans = useDocument(({ workspace }) => workspace.plans);
  const features = useDocument(({ workspace }) => workspace.features);
  const plan = open?.kind === 'capability' ? open : null;
  const place = placeOf(session, plan?.id ?? '');
  const script = useWhatIf((state) => scriptOf(state, place));
  const chosen = useWhatIf((state) => state.chosen.get(place) ?? null);
  const last = useWhatIf((state) => (state.last?.plan === plan?.id ? state.last : null));
  const commits = last?.kind === 'done' ? last.commits : NONE;
  const nodes = useMemo(
    () =>
      plan === null ? [] : answerableNodes(plan, { plans, features, catalogue: editor.catalogue }, commits),
    [plan, plans, features, editor, commits],
  );
  if (open?.kind === 'state-machine') {
    return (
      <Panel name="What if">
        <Suspense fallback={null}>
          <EventsScript key={open.id} machine={open} />
        </Suspense>
      </Panel>
    );
  }
  if (plan === null) {
    return (
      <Panel name="What if">
        <EmptyNote icon={FlaskConical}>Open a plan to see what would come of it.</EmptyNote>
      </Panel>
    );
  }
  const items = itemsOf(plan, nodes, script, last?.kind === 'done' ? last.unused : NO_KEYS);
  const item = items.find(({ key }) => key === chosen) ?? items[0];
  return (
    <Panel name="What if" className={styles.panel}>
      <Head place={place} last={last} nodes={nodes} />
      {last?.kind === 'refused' && (
        <div className={styles.problems} role="alert">
          <ProblemList diagnostics={last.problems} />
        </div>
      )}
      <div className={styles.body}>
        <ItemList
          items={items}
          chosen={item?.key ?? null}
          onChoose={({ key, node }) => {
            choose(place, key);
            if (node !== null) editor.select([node.address]);
          }}
        />
        {item !== undefined && (
          <ItemForm
            key={item.key}
            item={item}
            plan={plan}
            script={script}
            simulated={commits}
            path={`whatif/${place}/${item.key}`}
            onScript={(change) => changeScript(place, change)}
          />
        )}
      </div>
    </Panel>
  );
}

const NONE: readonly Commit[] = [];
const NO_KEYS: readonly string[] = [];

interface HeadProps {
  readonly place: string;
  readonly last: LastSimulation | null;
  readonly nodes: readonly Answerable[];
}

/** What came of the last simulation, and what can be done with the script. */
function Head({ place, last, nodes }: HeadProps) {
  const session = useSession();
  const isRunning = useWhatIf((state) => state.isRunning);
  const script = useWhatIf((state) => scriptOf(state, place));
  const real = useShownRun((run) => (run !== null && !run.live.started?.simulated ? run : null));
  const bare = nodes.some(({ key }) => outcomesOf(script, key).length === 0);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${JSON.stringify(script, null, 2)}\n`);
      say({ tone: 'ok', text: 'The script is copied: planloom simulate takes it.' });
    } catch (thrown) {
      sayThrown(thrown, 'The script could not be copied. It stands under "The whole script".');
    }
  };
  return (
    <div className={styles.head}>
      <Result last={last} bare={bare} />
      <div className={styles.actions}>
        {bare && (
          <Button
            icon={ListPlus}
            data-tip="Answer every step that says nothing yet with the least that fits it"
            onClick={() => changeScript(place, (old) => withSamples(old, nodes))}
          >
            Fill in samples
          </Button>
        )}
        {real !== null && (
          <Button
            icon={History}
            data-tip="Answer every step as it was answered in the run that is shown"
            onClick={() => changeScript(place, () => scriptFromRun(real.commits))}
          >
            As in this run
          </Button>
        )}
        <Button icon={Copy} onClick={() => void copy()}>
          Copy script
        </Button>
        <Button
          variant="outline"
          icon={FlaskConical}
          disabled={isRunning}
          onClick={() => void simulateHere(session)}
        >
          Simulate
        </Button>
      </div>
    </div>
  );
}

/** @param bare whether a step says nothing yet: often that is why the run failed */
function Result({ last, bare }: { readonly last: LastSimulation | null; readonly bare: boolean }) {
  if (last?.kind !== 'done') {
    return <p className={styles.result}>Say how each step is answered; nothing is called.</p>;
  }
  const { status, virtualMs, commits } = last.report;
  return (
    <p className={styles.result} role="status" aria-label={`Simulated: ${status}`}>
      <StatusPill status={status} text={status} />
      after {durationText(virtualMs)} · {commits} {commits === 1 ? 'commit' : 'commits'}
      {status === 'failed' && bare && ' · fill in samples for the steps that have no answer'}
    </p>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '*inputs': LogIn,
  '*rest': Ellipsis,
  '*events': CalendarClock,
  '*script': FileJson,
};

interface Props {
  readonly items: readonly Item[];
  readonly chosen: string | null;
  readonly onChoose: (item: Item) => void;
}

/** What can be said in a script; the chosen item's form stands beside it. */
function ItemList({ items, chosen, onChoose }: Props) {
  return (
    <ul className={styles.list} aria-label="What the script says">
      {items.map((item) => {
        const node = item.node?.node ?? null;
        // A step that a planner made has no node of the document, and a guard is none.
        const other = item.key.includes('!pre-') ? ShieldCheck : WandSparkles;
        const Icon = ICONS[item.key] ?? (node === null ? other : null);
        const selected = item.key === chosen;
        return (
          <li key={item.key}>
            <button
              type="button"
              className={cx(styles.item, selected && styles.chosen)}
              aria-pressed={selected}
              onClick={() => onChoose(item)}
            >
              {Icon ? <Icon className={styles.icon} aria-hidden /> : <NodeIcon node={node} />}
              <span className={styles.title}>{item.title}</span>
              <span className={styles.short}>{item.short}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
