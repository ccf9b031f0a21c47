import type { JsonObject } from '#base';
import { isThinking, type NodeCard, originsAmong } from '#projection';
import { FailureText } from '../run/FailureText';
import { RetryButton } from '../run/GoOnButtons';
import { useRunFacts } from '../run/runStore';
import { useScene } from '../state/session';
import { OriginsLine } from '../ui/CallWords';
import { AgentTurns } from './AgentTurns';
import { CallsInside } from './CallsInside';
import styles from './Inspector.module.css';
import { useNodeRecord } from './inspected';
import { ValueView } from './ValueView';

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

/** A part of the document as plain JSON: its types allow `undefined`, which JSON does not have. */
export function asJson(value: object): JsonObject {
  const json: JsonObject = JSON.parse(JSON.stringify(value));
  return json;
}
