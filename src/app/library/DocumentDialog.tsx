import { FileUp } from 'lucide-react';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import type { Diagnostic } from '#base';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { Input, Select, TextArea } from '../parts/Input';
import { useKept } from '../parts/kept';
import { ProblemList } from '../parts/ProblemList';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../state/dialogs';
import { useEditor } from '../state/session';
import styles from './DocumentDialog.module.css';
import { DocumentView } from './DocumentView';
import { documentFromFile, newDocument } from './documentFromFile';
import { ItemDialog } from './ItemDialog';
import frame from './ItemDialog.module.css';
import { readTextFile } from './readTextFile';
import { withColumns } from './withColumns';

const KINDS: Readonly<Record<WorkspaceDocument['kind'], string>> = {
  csv: 'table (CSV)',
  markdown: 'Markdown',
  text: 'text',
  json: 'JSON',
};

interface Draft {
  readonly name: string;
  readonly kind: WorkspaceDocument['kind'];
  readonly text: string;
  readonly columns: readonly ColumnReading[];
}

/** A table or text of the workspace: looked at, changed, added by file, by paste or by dropping. */
export default function DocumentDialog({ dialog, onClose }: DialogProps<'document'>) {
  const editor = useEditor();
  const stored = editor.workspace.documents.find(({ id }) => id === dialog.id) ?? null;
  const [before] = useState<Draft>({
    name: stored?.name ?? stored?.id ?? '',
    kind: stored?.kind ?? 'csv',
    text: stored?.text ?? '',
    columns: stored?.columns ?? [],
  });
  const [draft, setDraft] = useKept('document', () => before);
  const [tab, setTab] = useState<'view' | 'edit'>(stored === null ? 'edit' : 'view');
  const [refused, setRefused] = useState<readonly Diagnostic[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  const isChanged =
    draft.name !== before.name ||
    draft.kind !== before.kind ||
    draft.text !== before.text ||
    draft.columns !== before.columns;
  const { name, kind, text, columns } = draft;
  const shown = useMemo(
    () => withColumns({ id: 'shown', name, kind, text }, columns),
    [name, kind, text, columns],
  );

  const save = () => {
    const made =
      stored === null
        ? newDocument(name.trim() || 'Document', kind, text, editor.workspace)
        : { ...stored, name: name.trim() || stored.id, kind, text };
    const item = withColumns(made, columns);
    editor.edit(
      { edit: 'put-item', list: 'documents', item },
      { label: stored === null ? 'Add document' : 'Change document' },
    );
    onClose();
  };
  const take = async (file: File) => {
    const read = await readTextFile(file);
    setRefused(read.ok ? [] : [read.problem]);
    if (!read.ok) return;
    const known = documentFromFile(file.name, read.value, editor.workspace);
    const kind = known?.kind ?? (/\.json$/i.test(file.name) ? 'json' : 'text');
    // A document that is there keeps its name: only its content is replaced.
    setDraft({ ...draft, name: draft.name || (known?.name ?? file.name), kind, text: read.value });
    setTab('view');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) void take(file);
  };
  return (
    <ItemDialog
      list="documents"
      stored={stored}
      width="wide"
      isChanged={isChanged}
      isReady={draft.text !== ''}
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
              value={draft.kind}
              onChange={({ target }) => setDraft({ ...draft, kind: kindOf(target.value, draft.kind) })}
            >
              {Object.entries(KINDS).map(([kind, title]) => (
                <option key={kind} value={kind}>
                  {title}
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
          accept=".csv,.tsv,.md,.markdown,.txt,.json"
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
          { id: 'edit', label: 'Text' },
        ]}
      >
        <div className={styles.body} tabIndex={tab === 'view' ? 0 : undefined}>
          {tab === 'view' ? (
            <DocumentView document={shown} onColumns={(said) => setDraft({ ...draft, columns: said })} />
          ) : (
            <TextArea
              mono
              aria-label="Text of the document"
              className={styles.text}
              placeholder={
                draft.kind === 'csv' ? 'region,revenue\nNorth,1200\nSouth,900' : 'Paste or type it here.'
              }
              value={draft.text}
              onChange={({ target }) => setDraft({ ...draft, text: target.value })}
            />
          )}
        </div>
      </Tabs>
    </ItemDialog>
  );
}

function kindOf(word: string, old: WorkspaceDocument['kind']): WorkspaceDocument['kind'] {
  return word === 'csv' || word === 'markdown' || word === 'text' || word === 'json' ? word : old;
}
