import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { durationText, type Json, jsonOf, withoutAttempt } from '#base';
import { type GraphNode, isThinking, type NodeCard, type NodeRecord, originsAmong } from '#projection';
import { Pill } from '../parts/Pill';
import { RetryButton } from '../run/GoOnButtons';
import { Revisions } from '../run/Revisions';
import { momentText } from '../run/runLists';
import { useAskedPlanner, useRunFacts } from '../run/runStore';
import { ThinkingFacts } from '../run/ThinkingStrip';
import { FailureText } from '../run/TroubleBanners';
import { useScene, useSelection } from '../state/session';
import { JsonView } from '../tables/JsonView';
import { OriginsLine } from '../ui/CallWords';
import { lookOf } from '../ui/StatusPill';
import { AgentTurns, CallsInside } from './CallsInside';
import styles from './Inspector.module.css';
import { ValueView } from './InspectorParts';

/** What went in and what came out, at the shown position. */
export function ValuesTab({ node }: { readonly node: NodeCard }) {
  const view = useScene((scene) => scene.view);
  const record = useNodeRecord(node);
  const progress = useRunFacts((facts) => facts.progress.get(node.address)?.text);
  if (view === null)
    return <p className={styles.muted}>Run the plan to see what goes in and what comes out.</p>;
  if (record === null) return <p className={styles.muted}>Not started yet at this position.</p>;
  const isOver = record.endedAt !== null;
  return (
    <>
      {record.status === 'running' && progress !== undefined && (
        <div className={styles.group}>
          <h3>As it comes</h3>
          <pre className={styles.progress}>{progress}</pre>
        </div>
      )}
      {record.error !== null && (
        <div className={styles.group}>
          <h3>Error</h3>
          <p className={styles.bad}>
            <FailureText error={record.error} address={record.address} />
          </p>
          {record.error.help && <p className={styles.muted}>{record.error.help}</p>}
          <RetryButton />
        </div>
      )}
      {isThinking(node.node) && <AgentTurns node={node} agent={node.node} />}
      <div className={styles.group}>
        <h3>In</h3>
        <OriginsLine origins={originsAmong(view, record.inputFrom)} />
        <ValueView value={record.input} none="Nothing went in." />
      </div>
      <div className={styles.group}>
        <h3>Out</h3>
        <OriginsLine origins={originsAmong(view, record.from)} />
        <ValueView value={record.result} none={isOver ? 'Nothing came out.' : 'Nothing yet.'} />
      </div>
      {!isThinking(node.node) && <CallsInside node={node} />}
      {record.ports.length > 0 && (
        <p className={styles.muted}>
          Took {record.ports.length === 1 ? 'the port' : 'the ports'} {record.ports.join(', ')}.
        </p>
      )}
    </>
  );
}

/** Each try of the node, the last one first (K12). */
export function AttemptsTab({ node }: { readonly node: GraphNode }) {
  const record = useNodeRecord(node);
  const asked = useAskedPlanner();
  const revisions = <Revisions executor={node.address} />;
  if (record === null || record.attempts.length === 0) {
    return (
      <>
        {revisions}
        {record === null && <p className={styles.muted}>Nothing was tried yet at this position.</p>}
      </>
    );
  }
  return (
    <>
      {revisions}
      {asked !== null && record.address === asked.address && <ThinkingFacts asked={asked} />}
      <ul className={styles.attempts}>
        {record.attempts.toReversed().map((attempt) => {
          const look = lookOf(attempt.status);
          return (
            <li key={attempt.attempt} className={styles.attempt}>
              <div>
                Attempt {attempt.attempt}
                <Pill tone={look.tone} icon={look.icon}>
                  {look.word}
                </Pill>
              </div>
              <span>
                {momentText(attempt.startedAt)}
                {attempt.endedAt !== null && `, ${durationText(attempt.endedAt - attempt.startedAt)}`}
              </span>
              {attempt.repeated !== undefined && (
                <span>
                  Its call was cut off with the page and made again ({attempt.repeated}×): the server may
                  charge each.
                </span>
              )}
              {attempt.error !== null && (
                <span className={styles.bad}>
                  <FailureText error={attempt.error} address={record.address} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <dl className={styles.facts}>
        <dt>Calls</dt>
        <dd>{record.calls}</dd>
        <dt>Tokens</dt>
        <dd>
          {record.usage.inputTokens ?? 0} in, {record.usage.outputTokens ?? 0} out
        </dd>
      </dl>
    </>
  );
}

/** The node as the document has it, and where it is. */
export function DefinitionTab({ node }: { readonly node: GraphNode }) {
  return (
    <>
      <dl className={styles.facts}>
        <dt>Id</dt>
        <dd>
          <code>{node.node.id}</code>
        </dd>
        <dt>Address</dt>
        <dd>
          <code>{node.address}</code>
        </dd>
        <dt>Ports</dt>
        <dd>{node.ports.join(', ') || 'none'}</dd>
      </dl>
      <JsonView value={jsonOf(node.node)} />
    </>
  );
}

/** What the shown run knows of a node at its position; null without a run, or before it was named. */
function useNodeRecord({ address }: Pick<GraphNode, 'address'>): NodeRecord | null {
  return useScene((scene) => scene.view?.nodes.get(withoutAttempt(address)) ?? null);
}

/** The result that the selected node had in the shown run, when it is this node. */
export function useNodeResult(id: string): Json | undefined {
  const focus = useSelection((selection) => selection.focus);
  return useScene(({ view, graph }) => {
    const address = graph.nodes.find(({ key }) => key === focus)?.address;
    const record = address === undefined ? undefined : view?.nodes.get(withoutAttempt(address));
    return record?.node === id ? record.result : undefined;
  });
}

/** The node whose form is wanted at once: for a key that puts the focus into it. */
const urgent = createStore<{ readonly key: string | null }>(() => ({ key: null }));

/** Shows the form of a node before anything else happens. */
export function inspectAtOnce(key: string | null): void {
  urgent.setState({ key });
}

/**
 * Key of the node whose form is shown. It follows the selection when there is time: a click draws the node first, and
 * of several quick ones only the last form is made.
 */
export function useInspectedNode(): string | null {
  const focus = useSelection((selection) => selection.focus);
  const later = useDeferredValue(focus);
  const now = useStore(urgent, ({ key }) => key);
  return now === focus ? focus : later;
}
