import { CornerDownRight, FlaskConical, Square } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  counted,
  type Diagnostic,
  durationText,
  isJsonObject,
  type JsonObject,
  own,
  ROOT,
  setAt,
  within,
} from '#base';
import { inputSchema, type Trial } from '#plan';
import { inNamesAt, namesOf, type RunView } from '#projection';
import { pinsOfTrial } from '#runtime';
import { ValueView } from '../design/InspectorParts';
import { type Change, formProblems, problemsInside } from '../forms/form';
import { SchemaForm } from '../forms/SchemaForm';
import { fieldsOf, startValues } from '../forms/schema';
import { Caution } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Checkbox } from '../parts/Input';
import { useKept } from '../parts/kept';
import { EmptyNote } from '../parts/Panel';
import { usePins } from '../pins/pinOf';
import { startTrial } from '../run/launch';
import { openRun } from '../run/openRun';
import { RunPill } from '../run/RunControls';
import type { DialogProps } from '../state/dialogs';
import { useRuns, useSession } from '../state/session';
import styles from './TryDialog.module.css';

/** D1: runs one node alone, with an input of one's own, as often as one likes. The plan stays as it is, and so does what is shown. */
export default function TryDialog({ dialog, onClose }: DialogProps<'try'>) {
  const { trial, isAgain } = dialog;
  const { plan, writes } = trial;
  const session = useSession();
  const title = plan.name ?? plan.id;
  const schema = useMemo(() => inputSchema(plan.variables), [plan]);
  const [given, setGiven] = useKept<JsonObject>('trial', () => ({ ...startValues(schema), ...dialog.given }));
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);
  const isRunning = useRuns(({ runs }) => runs.get(runId ?? '')?.hosted === true);
  const pins = usePins();
  const isPinned = pinsOfTrial(pins, trial).length < pins.length;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A text that is no value of its field stays there, and says why.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) return wrong.focus();
    const found = formProblems(schema, given, NEEDED);
    setProblems(found);
    if (found.length > 0 || isStarting || isRunning) return;
    setStarting(true);
    setRunId(await startTrial(session, trial, given));
    setStarting(false);
    setConfirmed(false);
  };
  return (
    <Dialog
      title={`Try “${title}”`}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={FlaskConical}
            type="submit"
            form="try"
            disabled={isStarting || isRunning || (writes.length > 0 && !isConfirmed)}
          >
            {runId === null ? 'Try it' : 'Try again'}
          </Button>
        </>
      }
    >
      <form ref={form} id="try" className={styles.form} onSubmit={(event) => void submit(event)}>
        <p className={styles.muted}>
          This step runs alone, for real; the run is kept in the list of runs. The plan stays as it is.
          {isPinned && ' The step is pinned, but it is called anyway.'}
        </p>
        <TrialFields
          trial={trial}
          schema={schema}
          given={given}
          problems={problems}
          onChange={(path, value) => {
            setProblems([]);
            setGiven((old) => setAt(old, path, value));
            return null;
          }}
        />
        {writes.length > 0 && (
          <Caution>
            <p>
              {writes.join(', ')} may change something outside.
              {isAgain && ' It was called in the run that is shown; this calls it a second time.'}
            </p>
            <Checkbox
              label={`Call ${writes.join(', ')} for real`}
              checked={isConfirmed}
              onChange={({ target }) => setConfirmed(target.checked)}
            />
          </Caution>
        )}
      </form>
      {runId !== null && <TryResult trial={trial} runId={runId} onClose={onClose} />}
    </Dialog>
  );
}

const NEEDED = { message: 'The step needs this.', help: 'Fill it in.' };

interface TrialFieldsProps {
  readonly trial: Trial;
  /** Of all that it is given. */
  readonly schema: JsonObject;
  readonly given: JsonObject;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

/** What a node is tried with: the fields of what it calls, and the variables that it reads besides. */
export function TrialFields({ trial: { input }, schema, given, problems, onChange }: TrialFieldsProps) {
  const fields = fieldsOf(schema);
  const whole = fields.find(({ name }) => name === input);
  const read = fields.flatMap(({ name }) => (name === input ? [] : [name]));
  const value = whole === undefined ? undefined : own(given, whole.name);
  if (fields.length === 0) return <EmptyNote>It takes nothing in.</EmptyNote>;
  return (
    <>
      {whole !== undefined &&
        (isJsonObject(value) && isListed(value, whole.schema) ? (
          <SchemaForm
            schema={whole.schema}
            value={value}
            mode="literal"
            problems={problemsInside(problems, `/${whole.name}`)}
            onChange={(path, next) => onChange([whole.name, ...path], next)}
          />
        ) : (
          <SchemaForm
            schema={asOneText(schema, whole.name)}
            only={[whole.name]}
            value={given}
            mode="literal"
            problems={problems}
            onChange={onChange}
          />
        ))}
      {read.length > 0 && (
        <fieldset className={styles.read}>
          <legend>{whole === undefined ? 'Variables' : 'Variables that it reads besides'}</legend>
          <SchemaForm
            schema={schema}
            only={read}
            value={given}
            mode="literal"
            problems={problems}
            onChange={onChange}
          />
        </fieldset>
      )}
    </>
  );
}

/** Whether the fields of a schema show all of a value. */
function isListed(value: JsonObject, schema: JsonObject): boolean {
  const names = new Set(fieldsOf(schema).map(({ name }) => name));
  return names.size > 0 && Object.keys(value).every((name) => names.has(name));
}

/** An input of which nothing is known, or more is given than is known of, is one text of JSON. */
function asOneText(schema: JsonObject, name: string): JsonObject {
  return { ...schema, properties: { [name]: { type: 'object', title: 'Input' } } };
}

interface TryResultProps {
  readonly trial: Trial;
  readonly runId: string;
  readonly onClose: () => void;
}

/** How a trial stands, and what came of it; what it asks is answered where its run is open. */
export function TryResult({ trial: { plan }, runId, onClose }: TryResultProps) {
  const session = useSession();
  const run = useRuns(({ runs }) => runs.get(runId));
  const section = useRef<HTMLElement>(null);
  const status = run?.live.status;
  // The form above it may be longer than the dialog.
  useEffect(() => {
    if (status !== undefined) section.current?.scrollIntoView({ block: 'nearest' });
  }, [status]);
  if (run === undefined) return null;
  const { live, hosted } = run;
  const record = live.nodes.get(within(ROOT, plan.nodes[0]?.id ?? ''));
  const error = live.error ?? record?.error ?? null;
  return (
    <section ref={section} aria-label="Result" className={styles.result}>
      <div role="status" className={styles.head}>
        <h3>Result</h3>
        <RunPill view={live} />
        <span className={styles.muted}>{factsOf(live)}</span>
      </div>
      {live.waiting.length > 0 && <p>It waits for an answer. Open this run to give it.</p>}
      {error !== null && (
        <div className={styles.error}>
          <p>
            {inNamesAt(error.message, record?.address ?? ROOT, namesOf(live))} <code>{error.code}</code>
          </p>
          {error.help && <p className={styles.muted}>{error.help}</p>}
        </div>
      )}
      {live.status === 'completed' && (
        <>
          <ValueView value={record?.result} none="Nothing came out." label="Result" />
          {record?.ports.some((port) => port !== 'out') && (
            <p className={styles.muted}>It took {record.ports.join(', ')}.</p>
          )}
        </>
      )}
      <div className={styles.ways}>
        {hosted && (
          <Button size="small" icon={Square} onClick={() => void session.runs.driven(runId)?.handle.cancel()}>
            Cancel run
          </Button>
        )}
        <Button
          size="small"
          variant="outline"
          icon={CornerDownRight}
          onClick={() => {
            onClose();
            void openRun(session, runId, null);
          }}
        >
          Open this run
        </Button>
      </div>
    </section>
  );
}

function factsOf({ startedAt, at, calls }: RunView): string {
  const length = startedAt === null || at === null ? [] : [durationText(at - startedAt)];
  return [counted(calls, 'call'), ...length].join(', ');
}
