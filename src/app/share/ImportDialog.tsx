import { FileUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import type { FormatId } from '#formats';
import { isDocumentName } from '../library/documentFromFile';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { Select, TextArea } from '../parts/Input';
import { ProblemList } from '../parts/ProblemList';
import type { DialogProps } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import { bringIn } from './bringIn';
import { bringInDocuments } from './bringInDocuments';
import { ForeignVerdict } from './ForeignVerdict';
import { FORMAT_NAMES, receiveForeign } from './foreign';
import styles from './ImportDialog.module.css';
import { insideOf, readGiven } from './readGiven';
import { type Foreign, isOpenable, type Received, receive } from './receive';

/** Brings in a workspace, a plan, a run or a document: by file, by paste, by dropping. All problems are listed. */
export default function ImportDialog({ dialog, onClose }: DialogProps<'import'>) {
  const [text, setText] = useState(() => fieldText(dialog.text ?? ''));
  const [received, setReceived] = useState<Received | Foreign | null>(null);
  const [content, setContent] = useState('');
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);

  const take = async (files: readonly File[]) => {
    const [first] = files;
    if (first === undefined) return;
    if (files.every(({ name }) => isDocumentName(name))) return takeAll(files);
    const read = await readGiven(first);
    if (read.ok) await judge(read.value);
    else setReceived({ kind: 'refused', diagnostics: [read.problem] });
  };
  const takeAll = async (files: readonly File[]) => {
    try {
      const refused = await bringInDocuments(files);
      if (refused.length > 0) setReceived({ kind: 'refused', diagnostics: refused });
      else onClose();
    } catch (thrown) {
      setReceived({ kind: 'refused', diagnostics: [diagnosticOf(thrown, 'It could not be kept.')] });
    }
  };
  const judge = async (given: string, format: FormatId | null = null) => {
    const inside = insideOf(given);
    if (!inside.ok) return setReceived({ kind: 'refused', diagnostics: [inside.problem] });
    const content = inside.value;
    setText(fieldText(content));
    setContent(content);
    const ours = format === null ? receive(content) : null;
    if (ours !== null && ours.kind !== 'refused') return setReceived(ours);
    const foreign = await receiveForeign(content, format);
    setReceived(foreign ?? ours);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the dialog was opened with, once.
  useEffect(() => {
    if (dialog.text !== undefined) void judge(dialog.text);
    void take(dialog.files ?? []);
  }, []);

  const open = async (what: Received | Foreign) => {
    try {
      await bringIn(what);
      onClose();
    } catch (thrown) {
      setReceived({ kind: 'refused', diagnostics: [diagnosticOf(thrown, 'It could not be kept.')] });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  const openable = received !== null && isOpenable(received);
  return (
    <Dialog
      title="Import"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            variant="primary"
            disabled={received === null ? text.trim() === '' : !openable}
            onClick={() => {
              if (received === null) void judge(text);
              else if (openable) void open(received);
            }}
          >
            {received === null ? 'Look at it' : 'Open it'}
          </Button>
        </>
      }
    >
      <section
        aria-label="Drop a file"
        className={cx(styles.drop, over && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileUp aria-hidden />
        <p>
          Drop a workspace, a plan, a run (NDJSON), a picture with one inside, a table, a text, or a file of
          another system here.
        </p>
        <Button variant="outline" onClick={() => chooser.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File to import"
          multiple
          onChange={({ target }) => {
            void take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </section>
      <Field label="Or paste it">
        {(ids) => (
          <TextArea
            {...ids}
            mono
            className={styles.paste}
            value={text}
            placeholder='{ "format": "planloom/workspace", … }'
            onChange={(event) => {
              setText(event.target.value);
              setReceived(null);
            }}
          />
        )}
      </Field>
      {received !== null && <Verdict received={received} />}
      {received !== null &&
        (received.kind === 'foreign' || received.kind === 'refused') &&
        content !== '' && (
          <FormatChoice
            format={received.kind === 'foreign' ? received.format : null}
            onChoose={(format) => void judge(content, format)}
          />
        )}
    </Dialog>
  );
}

/** A text longer than this is kept, but not shown in the field: it would only make the page slow. */
const SHOWN = 200_000;

function fieldText(text: string): string {
  return text.length > SHOWN ? '' : text;
}

function Verdict({ received }: { readonly received: Received | Foreign }) {
  return (
    <div className={styles.verdict} role="status">
      {received.kind === 'foreign' ? (
        <ForeignVerdict foreign={received} />
      ) : (
        <OurVerdict received={received} />
      )}
    </div>
  );
}

function OurVerdict({ received }: { readonly received: Received }) {
  const diagnostics = diagnosticsOf(received);
  return (
    <>
      <p className={styles.what}>{whatItIs(received)}</p>
      {diagnostics.length > 0 && <ProblemList diagnostics={diagnostics} />}
    </>
  );
}

interface FormatChoiceProps {
  readonly format: FormatId | null;
  readonly onChoose: (format: FormatId) => void;
}

/** Recognising is a guess: a person may know better what a file is. */
function FormatChoice({ format, onChoose }: FormatChoiceProps) {
  return (
    <Field label="Read it as">
      {(ids) => (
        <Select {...ids} value={format ?? ''} onChange={({ target }) => onChoose(target.value as FormatId)}>
          {format === null && <option value="">Choose a format</option>}
          {Object.entries(FORMAT_NAMES).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function diagnosticsOf(received: Received): readonly Diagnostic[] {
  return received.kind === 'ledger' ? [] : received.diagnostics;
}

function whatItIs(received: Received): string {
  switch (received.kind) {
    case 'workspace': {
      const { workspace } = received;
      const plans = workspace.plans.length;
      return `A workspace, “${workspace.name || workspace.id}”: ${plans} ${plans === 1 ? 'plan' : 'plans'}, ${workspace.documents.length} documents. It opens on its own and overwrites nothing.`;
    }
    case 'plan':
      return `A plan, “${received.plan.name ?? received.plan.id}”. It is added to the workspace that is open, or opens in one of its own.`;
    case 'ledger':
      return `A run of “${received.name}” with ${received.commits.length} commits. It is shown, marked as not executed here.`;
    case 'readOnly':
      return `“${received.name}” was made with a newer version. It is kept byte for byte, to look at and to take away.`;
    case 'refused':
      return 'This cannot be opened. Nothing was changed.';
  }
}
