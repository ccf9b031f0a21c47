import { Inbox, ShieldCheck } from 'lucide-react';
import { withoutAttempt } from '#base';
import type { RunPolicy } from '#kernel';
import { placeOf, type Waiting, wordsOfRunPolicy } from '#projection';
import type { RunSummary } from '#storage';
import { Button } from '../parts/Button';
import { EmptyNote, NotRead, Panel } from '../parts/Panel';
import { goTo } from '../state/address';
import { canvasOfPage } from '../state/canvas';
import { layoutStore } from '../state/layout';
import type { PanelProps } from '../state/panels';
import { useEditor, useScene, useSession } from '../state/session';
import { lookOf, StatusIcon } from '../ui/StatusPill';
import styles from './InboxPanel.module.css';
import { openRun } from './openRun';
import { nameOfRun } from './placement';
import { type ListedRuns, momentText, useRunsThatWait } from './runLists';
import { isAsked, revokePolicy, useCanSteer, useLive, useShownRun, useView } from './runStore';
import { WaitingItem } from './WaitingItem';
import { keyOfWaiting, shortOf, useToldWaits, waitInWords } from './waiting';

/**
 * What waits for me (D9), in this run and in all others of this browser.
 * In a hand they are answered here; at a desk above the canvas, and this is the list.
 */
export function InboxPanel({ inHand }: PanelProps) {
  const waiting = useToldWaits();
  const isLive = useLive();
  const others = useOtherRuns();
  const policies = useView()?.runPolicies ?? NO_POLICIES;
  if (waiting.length === 0 && others.runs.length === 0 && policies.length === 0) {
    return (
      <Panel name="Inbox" isBusy={others.status === 'pending'}>
        {others.status === 'success' && (
          <EmptyNote icon={Inbox}>
            Nothing waits for you. Questions and plans that need a yes come here.
          </EmptyNote>
        )}
        {others.status === 'error' && <NotRead />}
      </Panel>
    );
  }
  return (
    <Panel name="Inbox" isBusy={others.status === 'pending'}>
      {others.status === 'error' && <NotRead />}
      <ul className={styles.list}>
        {waiting.map((item) => (
          <li key={keyOfWaiting(item)}>
            {inHand && isLive ? <WaitingItem waiting={item} /> : <HereRow waiting={item} inHand={inHand} />}
          </li>
        ))}
        {others.runs.map((run) => (
          <li key={run.runId}>
            <OtherRow run={run} />
          </li>
        ))}
        {others.more !== null && (
          <li>
            <Button size="small" onClick={others.more}>
              Show older ones
            </Button>
          </li>
        )}
      </ul>
      {policies.length > 0 && <RunPolicies policies={policies} />}
    </Panel>
  );
}

const NO_POLICIES: readonly RunPolicy[] = [];

function HereRow({ waiting, inHand }: { readonly waiting: Waiting; readonly inHand: boolean }) {
  const editor = useEditor();
  const isMachine = useScene(({ machine }) => machine !== null);
  const key = withoutAttempt(waiting.address);
  const isInPanel = isAsked(waiting) && !isMachine;
  return (
    <Row
      status={waiting.kind === 'uncertain' ? 'uncertain' : 'waiting'}
      title={waitInWords(shortOf(waiting))}
      line={
        inHand
          ? 'in this run: back to now'
          : `in this run: answer ${isInPanel ? 'beside' : 'above'} the canvas`
      }
      onOpen={() => {
        editor.cursor.seek(null);
        if (inHand) return;
        editor.select(isInPanel ? [] : [key]);
        if (isInPanel) layoutStore.setState({ inspectorOpen: true, planTab: 'run' });
        canvasOfPage()?.bringIn(placeOf(waiting.address).key);
      }}
    />
  );
}

function OtherRow({ run }: { readonly run: RunSummary }) {
  const session = useSession();
  const open = () => {
    if (run.workspace === session.id) void openRun(session, run.runId, null);
    else goTo({ workspace: run.workspace, run: run.runId });
  };
  const elsewhere = run.workspace === session.id ? '' : ' · another workspace';
  return (
    <Row
      status={run.status}
      title={nameOfRun(run)}
      line={`${whatItWaitsFor(run)} since ${momentText(run.updatedAt)}${elsewhere}`}
      onOpen={open}
    />
  );
}

/** Of several the first; older lines say only that the run waits. */
function whatItWaitsFor({ status, waits: [first, ...more] = [] }: RunSummary): string {
  if (first === undefined) return lookOf(status).word;
  return more.length === 0 ? waitInWords(first) : `${waitInWords(first)}, and ${more.length} more,`;
}

interface RowProps {
  readonly status: RunSummary['status'];
  readonly title: string;
  readonly line: string;
  readonly onOpen: () => void;
}

function Row({ status, title, line, onOpen }: RowProps) {
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <StatusIcon status={status} />
      <span className={styles.title}>{title}</span>
      <span className={styles.line}>{line}</span>
    </button>
  );
}

/** Runs that wait for a person, apart from the one that is shown. */
function useOtherRuns(): ListedRuns {
  const shown = useShownRun((run) => run?.runId ?? null);
  const listed = useRunsThatWait();
  return { ...listed, runs: listed.runs.filter(({ runId }) => runId !== shown) };
}

/** What a person has allowed for the run that is shown (K15), and how it is revoked. */
function RunPolicies({ policies }: { readonly policies: readonly RunPolicy[] }) {
  const steer = useCanSteer();
  return (
    <section className={styles.policies} aria-label="Allowed for this run">
      <h3 className={styles.title}>Allowed for this run</h3>
      <ul>
        {policies.map((policy) => (
          <li key={policy.at} className={styles.policy}>
            <ShieldCheck aria-hidden />
            <span>{wordsOfRunPolicy(policy)}</span>
            <Button
              variant="outline"
              disabled={!steer}
              aria-label={`Revoke ${wordsOfRunPolicy(policy)}`}
              onClick={() => revokePolicy(policy.at)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
