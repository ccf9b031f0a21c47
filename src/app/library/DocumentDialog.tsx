import { FileUp } from 'lucide-react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { type Diagnostic, warning } from '#base';
import {
  type ColumnReading,
  type DocumentKind,
  isFileDocument,
  type TextKind,
  type WorkspaceDocument,
} from '#plan';
import { Button } from '../parts/Button';
import { Input, Select, TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { diagnosticOf } from '../state/sayTrouble';
import { useDocument, useSession } from '../state/session';
import { Field } from '../ui/Field';
import { ProblemList } from '../ui/ProblemList';
import { withColumns } from './ColumnsList';
import styles from './DocumentDialog.module.css';
import { DocumentView } from './DocumentView';
import { documentsFromFile, newDocument } from './documentFromFile';
import frame from './ItemDialog.module.css';
import { ItemFrame, useMeanwhile } from './ItemFrame';

const KINDS: Readonly<Record<DocumentKind, string>> = {
  csv: 'table (CSV)',
  tsv: 'table (TSV)',
  markdown: 'Markdown',
  text: 'text',
  json: 'JSON',
  xlsx: 'Excel workbook',
  parquet: 'Parquet',
  pdf: 'PDF',
  docx: 'Word document',
};
/** What a text may be said to be. */
const TEXT_KINDS: readonly TextKind[] = ['csv', 'tsv', 'markdown', 'text', 'json'];

interface Draft {
  readonly name: string;
  /** What is in it, under whatever id and name. */
  readonly content: WorkspaceDocument;
  readonly columns: readonly ColumnReading[];
}

const EMPTY: WorkspaceDocument = { id: 'new', kind: 'csv', text: '' };

function draftOf(stored: WorkspaceDocument | null): Draft {
  const name = stored?.name ?? stored?.id ?? '';
  return { name, content: stored ?? EMPTY, columns: stored?.columns ?? [] };
}

/** A document has one table: what else its file has is said, and how to have it. */
function onlyFirst({ name, id }: WorkspaceDocument, others: number): Diagnostic {
  return warning(
    'FILE_OF_SEVERAL',
    `The file has ${others + 1} tables: “${name ?? id}” is taken, the first of them.`,
    'For all of them add the file where your data is listed, or drop it on the page.',
  );
}

/** A table or text of the workspace: looked at, changed, added by file, by paste or by dropping. */
export default function DocumentDialog({ dialog, onClose }: DialogProps<'document'>) {
  const session = useSession();
  const { editor } = session;
  const stored = useDocument(
    ({ workspace }) => workspace.documents.find(({ id }) => id === dialog.id) ?? null,
  );
  const meanwhile = useMeanwhile(stored);
  const [before, setBefore] = useState(() => draftOf(stored));
  const [draft, setDraft] = useKept('document', () => before);
  const [tab, setTab] = useState<'view' | 'edit'>(stored === null ? 'edit' : 'view');
  const [refused, setRefused] = useState<readonly Diagnostic[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  const isChanged =
    draft.name !== before.name || draft.content !== before.content || draft.columns !== before.columns;
  const { name, content, columns } = draft;
  const { kind } = content;
  const text = isFileDocument(content) ? null : content.text;
  const shown = useMemo(() => withColumns(content, columns), [content, columns]);
  const write = (changed: { readonly kind?: TextKind; readonly text?: string }) => {
    if (!isFileDocument(content)) setDraft({ ...draft, content: { ...content, ...changed } });
  };

  const save = () => {
    const title = name.trim() || stored?.id || 'Document';
    const { id } = stored ?? newDocument(title, 'text', '', editor.workspace);
    const item = withColumns({ ...content, id, name: title }, columns);
    editor.edit(
      { edit: 'put-item', list: 'documents', item },
      { label: stored === null ? 'Add document' : 'Change document' },
    );
    onClose();
  };
  const take = async (file: File) => {
    try {
      const read = await documentsFromFile(file, editor.workspace, session.storage);
      const [first, ...others] = read.ok ? read.value : [];
      const left = first === undefined || others.length === 0 ? [] : [onlyFirst(first, others.length)];
      setRefused(read.ok ? left : read.problem);
      if (first === undefined) return;
      // A document that is there keeps its name: only its content is replaced.
      setDraft({ ...draft, name: draft.name || (first.name ?? file.name), content: first });
      setTab('view');
    } catch (thrown) {
      setRefused([diagnosticOf(thrown, 'The file could not be kept.')]);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void take(file);
  };
  return (
    <ItemFrame
      list="documents"
      stored={stored}
      isChanged={isChanged}
      meanwhile={meanwhile}
      onTake={() => {
        const now = draftOf(stored);
        setBefore(now);
        setDraft(now);
      }}
      isReady={text !== ''}
      onSave={save}
      onClose={onClose}
      onDrop={drop}
    >
      {refused.length > 0 && <ProblemList diagnostics={refused} />}
      <div className={frame.head}>
        <Field label="Name">
          {(ids) => (
            <Input
              {...ids}
              value={draft.name}
              onChange={({ target }) => setDraft({ ...draft, name: target.value })}
            />
          )}
        </Field>
        <Field label="Kind">
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              disabled={text === null}
              onChange={({ target }) =>
                write({ kind: TEXT_KINDS.find((one) => one === target.value) ?? 'text' })
              }
            >
              {(text === null ? [kind] : TEXT_KINDS).map((one) => (
                <option key={one} value={one}>
                  {KINDS[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button variant="outline" icon={FileUp} onClick={() => chooser.current?.click()}>
          From a file
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File of the document"
          accept=".csv,.tsv,.md,.markdown,.txt,.json,.xlsx,.parquet,.pdf,.docx"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void take(file);
            target.value = '';
          }}
        />
      </div>
      <Tabs
        label="Document"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'view', label: 'View' },
          ...(text === null ? [] : [{ id: 'edit' as const, label: 'Text' }]),
        ]}
      >
        <div className={styles.body} tabIndex={tab === 'view' ? 0 : undefined}>
          {tab === 'view' || text === null ? (
            <DocumentView
              document={shown}
              at={dialog.at}
              onColumns={(said) => setDraft({ ...draft, columns: said })}
            />
          ) : (
            <TextArea
              mono
              aria-label="Text of the document"
              className={styles.text}
              placeholder={
                kind === 'csv' ? 'region,revenue\nNorth,1200\nSouth,900' : 'Paste or type it here.'
              }
              value={text}
              onChange={({ target }) => write({ text: target.value })}
            />
          )}
        </div>
      </Tabs>
    </ItemFrame>
  );
}
