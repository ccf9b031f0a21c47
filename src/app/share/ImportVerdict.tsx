import { Fragment } from 'react';
import { counted, type Diagnostic, sizeText } from '#base';
import { FORMATS, type FormatId, formatOf, type Kept, type Recognised } from '#formats';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import styles from './ImportDialog.module.css';
import type { ToldJudged, ToldReceived } from './reading/desk';
import type { Source } from './reading/judge';
import type { Reading } from './reading/reader';
import verdict from './Verdict.module.css';
import verdictStyles from './Verdict.module.css';

interface Props {
  readonly reading: Reading;
  /** Names of files that were given with the one that is read. */
  readonly passedOver: readonly string[];
  readonly onCancel: () => void;
  readonly onChoose: (format: FormatId) => void;
}

/** What is being read, and then what it is: all that there is to know before it is opened. */
export function ImportVerdict({ reading, passedOver, onCancel, onChoose }: Props) {
  if (reading.kind === 'nothing') return null;
  return (
    <>
      {reading.kind === 'read' && <FormatChoice reading={reading} onChoose={onChoose} />}
      <div className={styles.verdict}>
        {reading.kind === 'reading' ? (
          <p role="status" className={styles.reading}>
            <span>{reading.doing ?? `Reading ${nameOf(reading.source)}`} …</span>
            <Button size="small" variant="outline" onClick={onCancel}>
              Stop reading
            </Button>
          </p>
        ) : (
          <>
            <Verdict judged={reading.judged} />
            <Blocks problems={reading.judged.blocks} />
          </>
        )}
        {passedOver.length > 0 && (
          <p className={styles.aside}>
            One file is brought in at a time. Not read: {passedOver.slice(0, NAMED).join(', ')}
            {passedOver.length > NAMED && ` and ${passedOver.length - NAMED} more`}.
          </p>
        )}
      </div>
    </>
  );
}

const NAMED = 8;
const BYTES_OF_MB = 1_000_000;

function nameOf(source: Source): string {
  if (source.kind === 'text') return 'the text';
  if (source.kind === 'link') return 'the link';
  const { name, size } = source.file;
  return size < BYTES_OF_MB ? `“${name}”` : `“${name}” (${sizeText(size)})`;
}

function Verdict({ judged: { received } }: { readonly judged: ToldJudged }) {
  if (received.kind === 'foreign') return <ForeignVerdict foreign={received} />;
  const diagnostics = received.kind === 'ledger' ? [] : received.diagnostics;
  return (
    <>
      <p role="status" className={verdict.what}>
        {whatItIs(received)}
      </p>
      {diagnostics.length > 0 && (
        <section aria-label="Found in it">
          <h3 className={verdict.heading}>{headingOf(diagnostics)}</h3>
          <ProblemList diagnostics={diagnostics} />
        </section>
      )}
    </>
  );
}

function Blocks({ problems }: { readonly problems: readonly Diagnostic[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Before it runs">
      <h3 className={verdict.heading}>
        It opens, but does not run before {problems.length === 1 ? 'this is' : 'these are'} mended (
        {counted(problems.length, 'problem')})
      </h3>
      <ProblemList diagnostics={problems} />
    </section>
  );
}

function headingOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const rest = diagnostics.length - errors;
  return [errors > 0 && counted(errors, 'problem'), rest > 0 && counted(rest, 'warning')]
    .filter(Boolean)
    .join(', ');
}

interface FormatChoiceProps {
  readonly reading: Extract<Reading, { kind: 'read' }>;
  readonly onChoose: (format: FormatId) => void;
}

/** Recognising is a guess: a person may know better what a file is. */
function FormatChoice({ reading: { judged, chosen, source }, onChoose }: FormatChoiceProps) {
  const { received, isText } = judged;
  if (!isText || source === null || (received.kind !== 'foreign' && received.kind !== 'refused')) return null;
  const format = received.format ?? chosen;
  return (
    <div className={styles.choice}>
      <Field label="Read it as">
        {(ids) => (
          <Select {...ids} value={format ?? ''} onChange={({ target }) => onChoose(target.value as FormatId)}>
            {format === null && <option value="">Choose a format</option>}
            {FORMATS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function whatItIs(received: Exclude<ToldReceived, { kind: 'foreign' }>): string {
  switch (received.kind) {
    case 'workspace': {
      const { workspace } = received;
      const plans = counted(workspace.plans, 'plan');
      const documents = counted(workspace.documents, 'document');
      return `A workspace, “${workspace.name || workspace.id}”: ${plans}, ${documents}. It opens on its own and overwrites nothing.`;
    }
    case 'plan':
      return `A plan, “${received.plan.name ?? received.plan.id}”. It is added to the workspace that is open, or opens in one of its own.`;
    case 'ledger':
      return `A run of “${received.name}” with ${counted(received.commits.length, 'commit')}. It is shown, marked as not executed here.`;
    case 'readOnly':
      return `“${received.name}” was made with a newer version. It is kept byte for byte, to look at and to take away.`;
    case 'refused':
      return `This cannot be opened. Nothing was changed.${received.format ? ` It was read as: ${formatOf(received.format).title}.` : ''}`;
  }
}

type Foreign = Extract<ToldReceived, { kind: 'foreign' }>;

/** What a file of another system was read as: what was recognised, what was understood otherwise, what is only kept. */
function ForeignVerdict({ foreign }: { readonly foreign: Foreign }) {
  const { format, workspace, recognised, kept, diagnostics, absent } = foreign;
  const { plans } = workspace;
  const told = diagnostics.filter(({ code }) => code !== 'KEPT');
  return (
    <>
      <p role="status" className={verdictStyles.what}>
        {formatOf(format).title}: {counted(plans, 'plan')}. It opens on its own and overwrites nothing.
      </p>
      {recognised.length > 0 && <RecognisedList recognised={recognised} />}
      {absent.length > 0 && <AbsentList absent={absent} />}
      {told.length > 0 && (
        <section aria-label="Converted differently">
          <h3 className={verdictStyles.heading}>Converted differently</h3>
          <ProblemList diagnostics={told} />
        </section>
      )}
      {kept.length > 0 && <KeptList kept={kept} />}
    </>
  );
}

function RecognisedList({ recognised }: { readonly recognised: readonly Recognised[] }) {
  return (
    <section aria-label="Recognised">
      <h3 className={verdictStyles.heading}>Recognised</h3>
      <ul className={verdictStyles.recognised}>
        {recognised
          .filter(({ count }) => count > 0)
          .map(({ theirs, ours, count }) => (
            <li key={`${theirs} ${ours}`}>
              <span className={verdictStyles.count}>{count}</span> {theirs}{' '}
              <span className={verdictStyles.arrow}>became</span> {ours}
            </li>
          ))}
      </ul>
    </section>
  );
}

function AbsentList({ absent }: Pick<Foreign, 'absent'>) {
  return (
    <section aria-label="Missing capabilities">
      <h3 className={verdictStyles.heading}>Missing capabilities</h3>
      <p>
        Its plans call{' '}
        {absent.slice(0, NAMED_FOREIGN).map((id, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <code>{id}</code>
          </Fragment>
        ))}
        {absent.length > NAMED_FOREIGN && ` and ${absent.length - NAMED_FOREIGN} more`}. You choose
        replacements before it runs.
      </p>
    </section>
  );
}

const NAMED_FOREIGN = 12;

/** More than this would only make the page slow; the file itself has them all. */
const SHOWN = 200;

function KeptList({ kept }: { readonly kept: readonly Kept[] }) {
  return (
    <details className={verdictStyles.kept}>
      <summary>
        {kept.length} not convertible, kept as {kept.length === 1 ? 'it is' : 'they are'}
      </summary>
      <ul className={verdictStyles.list}>
        {kept.slice(0, SHOWN).map(({ path, at, reason }) => (
          <li key={`${path} ${at}`}>
            <span>{reason}</span>
            <span className={verdictStyles.place}>
              <code>{path}</code> is kept at <code>{at}</code>
            </span>
          </li>
        ))}
      </ul>
      {kept.length > SHOWN && <p>{kept.length - SHOWN} more are kept in the same way.</p>}
    </details>
  );
}
