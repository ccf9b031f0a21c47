import { type Diagnostic, sizeText } from '#base';
import { FORMATS, type FormatId, formatOf } from '#formats';
import { Button } from '../parts/Button';
import { counted } from '../parts/counted';
import { Select } from '../parts/Input';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { ForeignVerdict } from './ForeignVerdict';
import styles from './ImportDialog.module.css';
import type { ToldJudged, ToldReceived } from './reading/desk';
import type { Source } from './reading/judge';
import type { Reading } from './reading/useReading';
import verdict from './Verdict.module.css';

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
