import { Copy } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type Address,
  durationText,
  escapeControlsInJson,
  isJsonObject,
  type Json,
  jsonOf,
  withoutAttempt,
} from '#base';
import { asksModel, type NodeOf } from '#plan';
import {
  type AgentTurn,
  agentTurns,
  callsMadeBy,
  type GraphNode,
  type InnerCall,
  isThinking,
  type NodeCard,
  type NodeRecord,
  originsAmong,
  shortValue,
  stepResultOf,
} from '#projection';
import { Button } from '../parts/Button';
import { copyText } from '../parts/browser';
import { Pill } from '../parts/Pill';
import { say } from '../parts/Toasts';
import { RetryButton } from '../run/GoOnButtons';
import { Revisions } from '../run/Revisions';
import { momentText } from '../run/runLists';
import { useAskedPlanner, useRunFacts, useView } from '../run/runStore';
import { ThinkingFacts } from '../run/ThinkingStrip';
import { FailureText } from '../run/TroubleBanners';
import { useScene, useSelection } from '../state/session';
import { JsonView } from '../tables/JsonView';
import { OriginsLine } from '../ui/CallWords';
import { lookOf } from '../ui/StatusPill';
import styles from './Inspector.module.css';
import { MoreFields, ValueView } from './InspectorParts';
import turnStyles from './NodeRecord.module.css';

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

/** What a node asked models inside itself (K2), call by call: what was asked, and what came back. */
function CallsInside({ node: { node, address } }: { readonly node: NodeCard }) {
  const view = useView();
  const calls = useMemo(
    () => (view === null || !asksModel(node) ? [] : callsMadeBy(node, withoutAttempt(address), view)),
    [view, node, address],
  );
  if (calls.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Calls">
      <h3>Calls</h3>
      <ol className={styles.attempts}>
        {calls.map((call) => (
          <CallItem key={call.record.address} call={call} />
        ))}
      </ol>
    </section>
  );
}

function CallItem({ call: { node, record } }: { readonly call: InnerCall }) {
  const view = useView();
  const look = lookOf(record.status);
  const title = node.name?.split(' · ')[0] ?? node.id;
  return (
    <li className={styles.attempt}>
      <div>
        {title}
        <Pill tone={look.tone} icon={look.icon}>
          {look.word}
        </Pill>
      </div>
      <MoreFields title="What was asked">
        <OriginsLine origins={view === null ? [] : originsAmong(view, record.inputFrom)} />
        <Words value={record.input} name="prompt" />
      </MoreFields>
      {record.status === 'running' && <AsItComes address={record.address} />}
      {record.error !== null && (
        <span className={styles.bad}>
          <FailureText error={record.error} address={record.address} />
        </span>
      )}
      {record.result !== undefined && <Words value={record.result} name="text" />}
    </li>
  );
}

function AsItComes({ address }: { readonly address: Address }) {
  const progress = useRunFacts((facts) => facts.progress.get(address)?.text);
  return progress === undefined ? null : <pre className={styles.progress}>{progress}</pre>;
}

/** The words of a call of a model; of any other call the value. */
function Words({ value, name }: { readonly value: Json | undefined; readonly name: string }) {
  const words = isJsonObject(value) ? value[name] : undefined;
  if (typeof words !== 'string') return <ValueView value={value} none="Nothing." />;
  return <pre className={styles.progress}>{words}</pre>;
}

/** What an agent thinks, does and sees, turn by turn (L11), while it goes on. */
function AgentTurns({ node, agent }: { readonly node: NodeCard; readonly agent: NodeOf<'AGENT'> }) {
  const view = useView();
  const turns = useMemo(
    () => (view === null ? [] : agentTurns(agent, withoutAttempt(node.address), view)),
    [view, agent, node.address],
  );
  if (turns.length === 0) return null;
  const result = view === null ? null : stepResultOf(agent, withoutAttempt(node.address), view);
  return (
    <section className={styles.group} aria-label="Turns">
      <h3>Turns</h3>
      <ol className={turnStyles.turns}>
        {turns.map((turn) => (
          <Turn key={turn.key} turn={turn} />
        ))}
      </ol>
      {result !== null && (
        <Button
          size="small"
          icon={Copy}
          data-tip="As systems that plan and execute record a step"
          onClick={async () => {
            const done = await copyText(JSON.stringify(result, null, 2));
            say(done ? { tone: 'ok', text: 'The result of this step is on the clipboard.' } : NOT_COPIED);
          }}
        >
          Copy as StepResult
        </Button>
      )}
    </section>
  );
}

const NOT_COPIED = { tone: 'bad', text: 'The browser refused the clipboard.' } as const;

function Turn({ turn }: { readonly turn: AgentTurn }) {
  const { number, thought, words, wanted, action, answer, verdict, reason } = turn;
  return (
    <li className={turnStyles.turn}>
      <span className={turnStyles.number} aria-hidden>
        {number}
      </span>
      <div className={turnStyles.body}>
        {thought !== null && (words !== null ? <p>{words}</p> : <Thinking turn={turn} />)}
        {wanted !== null && <CallLine {...wanted} />}
        {action !== null && <Seen turn={turn} />}
        {wanted !== null && action === null && <p className={styles.muted}>not called</p>}
        {answer !== undefined && (
          <div className={turnStyles.answer}>
            <ValueView value={answer} none="Nothing." />
          </div>
        )}
        {verdict !== null && (
          <p className={styles.muted}>
            <Judged turn={turn} /> {reason}
          </p>
        )}
      </div>
    </li>
  );
}

/** What has come of a thought so far, or why none has. */
function Thinking({ turn: { thought } }: { readonly turn: AgentTurn }) {
  const progress = useRunFacts((facts) =>
    thought === null ? undefined : facts.progress.get(thought.address)?.text,
  );
  if (thought === null) return null;
  if (thought.error !== null) {
    return (
      <p className={styles.bad}>
        <FailureText error={thought.error} address={thought.address} />
      </p>
    );
  }
  if (thought.result !== undefined) return <ValueView value={thought.result} none="Nothing." />;
  return progress === undefined ? <p>thinking…</p> : <pre className={styles.progress}>{progress}</pre>;
}

function CallLine({ tool, input }: { readonly tool: string; readonly input: Json }) {
  const entries = isJsonObject(input) ? Object.entries(input) : [['input', input] as const];
  return (
    <code className={turnStyles.call}>
      <b>{tool}</b>
      {entries.map(([name, value]) => (
        <span key={name}>
          {' '}
          {name}: {escapeControlsInJson(JSON.stringify(value))}
        </span>
      ))}
    </code>
  );
}

/** What came of the call: in a few words, and behind them all of it. */
function Seen({ turn: { action } }: { readonly turn: AgentTurn }) {
  if (action === null) return null;
  const look = lookOf(action.status);
  if (action.error !== null) {
    return (
      <p className={styles.bad}>
        <FailureText error={action.error} address={action.address} />
      </p>
    );
  }
  if (action.result === undefined) {
    return (
      <p>
        <Pill tone={look.tone} icon={look.icon}>
          {look.word}
        </Pill>
      </p>
    );
  }
  return (
    <MoreFields title={shortValue(action.result)}>
      <ValueView value={action.result} none="Nothing." />
    </MoreFields>
  );
}

function Judged({ turn: { met, criteria, verdict } }: { readonly turn: AgentTurn }) {
  if (met === null || criteria === null)
    return <Pill tone="run">{lookOf(verdict?.status ?? 'running').word}</Pill>;
  const some = criteria.filter(Boolean).length;
  const part = some === 0 ? 'not met yet' : `${some} of ${criteria.length} met`;
  return <Pill tone={met ? 'ok' : 'wait'}>{met ? 'met' : part}</Pill>;
}
