import { useQuery } from '@tanstack/react-query';
import { Bookmark, History, type LucideIcon, Split, Trash2, Undo2, Upload } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import type { Diagnostic } from '#base';
import { PlanCanvas } from '#canvas';
import { arrange } from '#layout';
import type { Plan, Workspace } from '#plan';
import { graphOfMachine, graphOfPlan } from '#projection';
import type { CheckpointReason, CheckpointSummary } from '#storage';
import { Button, IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { Dialog } from '../parts/Dialog';
import { Input, Select } from '../parts/Input';
import { useKept } from '../parts/kept';
import { EmptyNote, NotRead } from '../parts/Panel';
import { say } from '../parts/Toasts';
import { momentText } from '../run/runLists';
import { askForPersistence, roomText } from '../settings/StorageTab';
import { readStored } from '../share/reading/reader';
import type { DialogProps } from '../state/dialogs';
import { diagnosticOf, sayThrown } from '../state/sayTrouble';
import { storageOfPage, storedQuery, usageQuery } from '../state/services';
import { useDocument, useEditor, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { keepCheckpoint, revertTo } from './checkpoints';
import styles from './HistoryDialog.module.css';
import { changesBetween } from './workspaceChanges';

/** Rows that are read at once; the rest comes when it is asked for. */
const AT_ONCE = 20;

/** The history of the workspace (W6): name a checkpoint, look at one, go back to one. */
export default function HistoryDialog({ onClose }: DialogProps<'history'>) {
  const { id } = useSession();
  const present = useDocument(({ workspace }) => workspace);
  const { data: checkpoints = [], status } = useQuery(
    storedQuery('checkpoints', [id], ({ workspaces }) => workspaces.history(id)),
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = checkpoints.find(({ key }) => key === chosen) ?? checkpoints[0];
  return (
    <Dialog title="History" width="wide" onClose={onClose} footer={<SpaceUsed />}>
      <div className={styles.history} aria-busy={status === 'pending'}>
        <NameCheckpoint onKept={setChosen} />
        {status === 'error' && <NotRead />}
        {status === 'success' && shown === undefined && (
          <EmptyNote>
            Your work is saved as you go. Earlier states of the workspace appear here: some are kept
            automatically, others when you name one.
          </EmptyNote>
        )}
        {shown !== undefined && (
          <div className={styles.columns}>
            <Checkpoints checkpoints={checkpoints} shown={shown} onChoose={setChosen} />
            <CheckpointView key={shown.key} checkpoint={shown} present={present} onClose={onClose} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ListProps {
  readonly checkpoints: readonly CheckpointSummary[];
  readonly shown: CheckpointSummary;
  readonly onChoose: (key: number) => void;
}

function Checkpoints({ checkpoints, shown, onChoose }: ListProps) {
  const [most, setMost] = useState(AT_ONCE);
  return (
    <ul className={styles.list} aria-label="Checkpoints">
      {checkpoints.slice(0, most).map((checkpoint, index) => (
        <li key={checkpoint.key}>
          <CheckpointRow
            checkpoint={checkpoint}
            older={checkpoints[index + 1]?.key ?? null}
            selected={checkpoint.key === shown.key}
            onSelect={() => onChoose(checkpoint.key)}
          />
        </li>
      ))}
      {checkpoints.length > most && (
        <li>
          <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
            Show older ones
          </Button>
        </li>
      )}
    </ul>
  );
}

/** What all of it takes, where one looks at what is kept. */
function SpaceUsed() {
  const { data: usage } = useQuery(usageQuery);
  if (!usage) return null;
  return (
    <>
      <p className={styles.space}>Space used in this browser: {roomText(usage.used)}</p>
      {!usage.persisted && usage.kind === 'indexeddb' && (
        <Button variant="outline" onClick={() => void askForPersistence()}>
          Ask for persistent storage
        </Button>
      )}
    </>
  );
}

const ICONS: Readonly<Record<CheckpointReason, LucideIcon>> = {
  named: Bookmark,
  edited: History,
  import: Upload,
  revert: Undo2,
  conflict: Split,
};

interface CheckpointRowProps {
  readonly checkpoint: CheckpointSummary;
  /** Key of the one before it; null for the oldest. */
  readonly older: number | null;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** One kept state: its name, when it was, and what had changed since the one before. */
export function CheckpointRow({ checkpoint, older, selected, onSelect }: CheckpointRowProps) {
  const Icon = ICONS[checkpoint.reason];
  return (
    <button
      type="button"
      className={cx(styles.row, selected && styles.selected)}
      aria-pressed={selected}
      onClick={onSelect}
    >
      <Icon aria-hidden className={cx(styles.icon, checkpoint.reason === 'named' && styles.own)} />
      <span className={styles.words}>
        <b>{checkpointTitle(checkpoint)}</b>
        <span className={styles.fact}>{momentText(checkpoint.at)}</span>
        <span className={styles.fact}>{useChangeText(checkpoint.key, older)}</span>
      </span>
    </button>
  );
}

function useChangeText(key: number, older: number | null): string {
  const own = useCheckpoint(key);
  const before = useCheckpoint(older);
  return useMemo(() => {
    if (own === undefined || before === undefined) return '…';
    if (own === null) return 'cannot be read any more';
    if (before === null) return 'the oldest that is kept';
    const changes = changesBetween(before, own);
    return changes.length === 0 ? 'as the one before' : changes.join(' · ');
  }, [own, before]);
}

interface CheckpointViewProps {
  readonly checkpoint: CheckpointSummary;
  readonly present: Workspace;
  readonly onClose: () => void;
}

/** A kept state to look at, with what going back to it would change. */
export function CheckpointView({ checkpoint, present, onClose }: CheckpointViewProps) {
  const session = useSession();
  const past = useCheckpoint(checkpoint.key);
  const changes = useMemo(() => (past ? changesBetween(present, past) : []), [present, past]);
  const revert = async () => {
    if (!past) return;
    try {
      await revertTo(session, { workspace: past, trusted: checkpoint.trusted });
      onClose();
      say({
        tone: 'ok',
        text: 'This is the checkpoint again. What was here before is kept under History.',
        action: { label: 'Undo', run: () => void session.editor.undo() },
        until: session.closed,
      });
    } catch (thrown) {
      sayThrown(thrown, 'Nothing was changed: the present could not be kept first.');
    }
  };
  const remove = async () => {
    if (!window.confirm(`Delete “${checkpointTitle(checkpoint)}”? This cannot be undone.`)) return;
    await session.storage.workspaces.removeCheckpoint(checkpoint.key);
  };
  return (
    <section className={styles.view} aria-label={`Checkpoint ${checkpointTitle(checkpoint)}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h3>{checkpointTitle(checkpoint)}</h3>
          <p className={styles.fact}>{momentText(checkpoint.at)}, to look at only</p>
        </div>
        <IconButton icon={Trash2} label="Delete this checkpoint" onClick={() => void remove()} />
        <Button variant="primary" disabled={!past || changes.length === 0} onClick={() => void revert()}>
          Revert to checkpoint
        </Button>
      </header>
      {past === null && <EmptyNote>This state cannot be read any more.</EmptyNote>}
      {past && (
        <>
          <p className={styles.fact}>
            {changes.length === 0 ? 'It is the same as now.' : `Going back means: ${changes.join(' · ')}.`}
          </p>
          <PastPlans past={past} checkpoint={checkpoint.key} />
        </>
      )}
    </section>
  );
}

function PastPlans({ past, checkpoint }: { readonly past: Workspace; readonly checkpoint: number }) {
  const { plans } = past;
  const [chosen, setChosen] = useState<string | null>(null);
  const plan = plans.find(({ id }) => id === chosen) ?? plans[0];
  if (!plan) return <EmptyNote>There is no plan in it.</EmptyNote>;
  return (
    <>
      {plans.length > 1 && (
        <Select
          aria-label="Plan of the checkpoint"
          value={plan.id}
          onChange={({ target }) => setChosen(target.value)}
        >
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </Select>
      )}
      <PastPlan key={plan.id} plan={plan} past={past} shown={`checkpoint ${checkpoint} ${plan.id}`} />
    </>
  );
}

interface PlanProps {
  readonly plan: Plan;
  readonly past: Workspace;
  readonly shown: string;
}

/** The plan as it was: it can be moved about, and changes nothing. */
function PastPlan({ plan, past, shown }: PlanProps) {
  const { catalogue } = useEditor();
  const graph = useMemo(
    () =>
      plan.kind === 'capability'
        ? graphOfPlan(plan, [], catalogue, past)
        : graphOfMachine(plan, { places: past.layout[plan.id] ?? {} }),
    [plan, past, catalogue],
  );
  const boxes = useMemo(() => arrange(graph, past.layout[plan.id] ?? {}), [graph, past, plan]);
  return (
    <div className={styles.picture}>
      <PlanCanvas
        graph={graph}
        shown={shown}
        boxes={boxes}
        mode="view"
        selection={NOTHING}
        gestures={NO_GESTURES}
        controls={false}
      />
    </div>
  );
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_GESTURES = {};

const WHY: Readonly<Record<Exclude<CheckpointReason, 'named'>, string>> = {
  edited: 'Kept while you worked',
  import: 'Before an import',
  revert: 'Before a revert',
  conflict: 'Yours, when another tab had saved first',
};

/** What a checkpoint is called: its name, else why it was kept. */
export function checkpointTitle({ label, reason }: Pick<CheckpointSummary, 'label' | 'reason'>): string {
  if (reason === 'named') return label ?? 'Checkpoint';
  return WHY[reason];
}

/** The content of a checkpoint: null when it is gone or cannot be read any more, undefined while it is looked up. */
export function useCheckpoint(key: number | null): Workspace | null | undefined {
  const query = useQuery({
    queryKey: ['checkpoint', key],
    queryFn: ({ signal }) => readCheckpoint(key, signal),
    // It is parsed once, and kept while the dialog is open.
    gcTime: 60_000,
  });
  return query.data;
}

async function readCheckpoint(key: number | null, signal: AbortSignal): Promise<Workspace | null> {
  if (key === null) return null;
  const checkpoint = await (await storageOfPage()).workspaces.readCheckpoint(key);
  return checkpoint === null ? null : readStored(checkpoint.text, signal);
}

/** Keeps the workspace as it is now, under a name. */
export function NameCheckpoint({ onKept }: { readonly onKept: (key: number) => void }) {
  const session = useSession();
  const [name, setName] = useKept('checkpoint', () => '');
  const [trouble, setTrouble] = useState<Diagnostic | null>(null);
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    try {
      onKept(await keepCheckpoint(session, 'named', name.trim()));
      setName('');
      setTrouble(null);
    } catch (thrown) {
      setTrouble(diagnosticOf(thrown, 'The checkpoint could not be kept.'));
    }
  };
  return (
    <form className={styles.name} onSubmit={(event) => void keep(event)}>
      <Field label="Name of a checkpoint" problem={trouble}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={200}
            placeholder="Before I try something else"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="outline" disabled={name.trim() === ''}>
        Keep a checkpoint
      </Button>
    </form>
  );
}
