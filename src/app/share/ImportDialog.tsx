import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useTaking } from '../library/useTaking';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import type { DialogProps } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import { Field } from '../ui/Field';
import { bringIn } from './bringIn';
import { bringInDocuments } from './bringInDocuments';
import { DropZone } from './DropZone';
import { areData, dataIn } from './dataIn';
import styles from './ImportDialog.module.css';
import { ImportVerdict } from './ImportVerdict';
import type { ToldReceived } from './reading/desk';
import { SHOWN } from './reading/judge';
import { isOpenable } from './reading/receive';
import { useReading } from './reading/useReading';

/** Brings in a workspace, a plan, a run or a document: by file, by paste, by dropping. All problems are listed. */
export default function ImportDialog({ dialog, onClose }: DialogProps<'import'>) {
  const [text, setText] = useKept('import', () => (dialog.text ?? '').slice(0, SHOWN));
  const [passedOver, setPassedOver] = useState<readonly string[]>([]);
  const [opening, setOpening] = useState(false);
  const leaving = useRef(new AbortController());
  const taking = useTaking();
  const { reading, reader, read, refuse, clear } = useReading((judged, source) => {
    // What is nothing of ours or of another system's may be data.
    const { received } = judged;
    const data = received.kind === 'refused' && received.format === undefined ? dataIn(source) : null;
    if (data !== null)
      void data.then((file) => (file === null ? setText(judged.text ?? '') : takeAll([file])));
    else setText(judged.text ?? '');
  });

  const take = async (files: readonly File[]): Promise<void> => {
    const [first, ...more] = files;
    if (first === undefined) return;
    if (await areData(files)) return takeAll(files);
    setPassedOver(more.map(({ name }) => name));
    setText('');
    if (/\.zip$/i.test(first.name)) void takeArchive(first);
    else read({ kind: 'file', file: first });
  };
  const takeArchive = async (file: File) => {
    try {
      const unpacked = await (await import('./archives')).unpackedBy(file);
      if (!unpacked.ok) refuse(unpacked.problem);
      else if (unpacked.value === null) read({ kind: 'file', file });
      else read({ kind: 'text', text: unpacked.value });
    } catch (thrown) {
      refuse([diagnosticOf(thrown, 'It could not be kept.')]);
    }
  };
  const takeText = (given: string): void => {
    setPassedOver([]);
    read({ kind: 'text', text: given });
  };
  const takeAll = async (given: readonly File[]) => {
    clear();
    const refused = await taking.take(given, async (files, following) => {
      const problems = await bringInDocuments(files, following);
      if (problems.length === 0) onClose();
      return problems;
    });
    if (refused.length > 0) refuse(refused);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the dialog was opened with, once.
  useEffect(() => {
    if (dialog.text !== undefined) takeText(dialog.text);
    if (dialog.link !== undefined) read({ kind: 'link', fragment: dialog.link });
    void take(dialog.files ?? []);
  }, []);

  /** Files, and texts that would only make the page slow, go past the field. */
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    const pasted = event.clipboardData.getData('text/plain');
    if (files.length === 0 && pasted.length <= SHOWN) return;
    event.preventDefault();
    setText('');
    if (files.length > 0) void take(files);
    else takeText(pasted);
  };
  const open = async (what: ToldReceived) => {
    setOpening(true);
    try {
      await bringIn(what, { reader, signal: leaving.current.signal });
      onClose();
    } catch (thrown) {
      refuse([diagnosticOf(thrown, 'It could not be kept.')]);
      setOpening(false);
    }
  };
  const received = reading.kind === 'read' ? reading.judged.received : null;
  const retry = reading.kind === 'read' && reading.isFailed ? reading : null;
  const openable = received !== null && isOpenable(received) && !opening;
  return (
    <Dialog
      title="Import"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {reading.kind === 'nothing' ? (
            <Button variant="primary" disabled={text.trim() === ''} onClick={() => takeText(text)}>
              Preview
            </Button>
          ) : retry !== null ? (
            <Button variant="primary" onClick={() => retry.source && read(retry.source, retry.chosen)}>
              Try again
            </Button>
          ) : (
            <Button variant="primary" disabled={!openable} onClick={() => received && void open(received)}>
              Import
            </Button>
          )}
        </>
      }
    >
      {taking.status}
      <DropZone onFiles={(files) => void take(files)} onText={takeText} />
      <Field label="Or paste it">
        {(ids) => (
          <TextArea
            {...ids}
            mono
            className={styles.paste}
            value={text}
            placeholder='{ "format": "planloom/workspace", … }'
            onPaste={paste}
            onChange={(event) => {
              setText(event.target.value);
              setPassedOver([]);
              clear();
            }}
          />
        )}
      </Field>
      <ImportVerdict
        reading={reading}
        passedOver={passedOver}
        onCancel={() => {
          setPassedOver([]);
          clear();
        }}
        onChoose={(format) => {
          if (reading.kind === 'read' && reading.source !== null) read(reading.source, format);
        }}
      />
    </Dialog>
  );
}
