import { Trash2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { WorkspaceDocument } from '#plan';
import { refuseLargeFile } from '#share';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { Input, Select, TextArea } from '../parts/Input';
import { Markdown } from '../parts/Markdown';
import { Tabs } from '../parts/Tabs';
import type { DialogProps } from '../shell/Dialogs';
import { sayProblems } from '../state/sayTrouble';
import { useEditor } from '../state/session';
import styles from './DocumentDialog.module.css';
import { documentFromFile, newDocument } from './documentFromFile';
import { TableView } from './TableView';

const KINDS: readonly WorkspaceDocument['kind'][] = ['csv', 'markdown', 'text', 'json'];

/** A table or text of the workspace: looked at, changed, added by file or by paste. */
export default function DocumentDialog({ dialog, onClose }: DialogProps<'document'>) {
  const editor = useEditor();
  const stored = editor.workspace.documents.find(({ id }) => id === dialog.id) ?? null;
  const [name, setName] = useState(stored?.name ?? stored?.id ?? '');
  const [kind, setKind] = useState<WorkspaceDocument['kind']>(stored?.kind ?? 'csv');
  const [text, setText] = useState(stored?.text ?? '');
  const [tab, setTab] = useState<'view' | 'edit'>(stored === null ? 'edit' : 'view');
  const chooser = useRef<HTMLInputElement>(null);

  const save = () => {
    const item =
      stored === null
        ? newDocument(name.trim() || 'Document', kind, text, editor.workspace)
        : { ...stored, name: name.trim() || stored.id, kind, text };
    editor.edit(
      { edit: 'put-item', list: 'documents', item },
      { label: stored === null ? 'Add document' : 'Change document' },
    );
    onClose();
  };
  const remove = () => {
    if (stored)
      editor.edit({ edit: 'remove-item', list: 'documents', id: stored.id }, { label: 'Remove document' });
    onClose();
  };
  const take = async (file: File) => {
    const tooLarge = refuseLargeFile(file.name, file.size);
    if (tooLarge) return sayProblems([tooLarge]);
    const content = await file.text();
    const read = documentFromFile(file.name, content, editor.workspace);
    setName(read?.name ?? file.name);
    setKind(read?.kind ?? (file.name.endsWith('.json') ? 'json' : 'text'));
    setText(content);
    setTab('view');
  };
  return (
    <Dialog
      title={stored === null ? 'Add a document' : (stored.name ?? stored.id)}
      width="wide"
      onClose={onClose}
      footer={
        <>
          {stored !== null && (
            <Button variant="danger" icon={Trash2} className={styles.remove} onClick={remove}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={text === ''} onClick={save}>
            {stored === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        <Field label="Name">
          {(ids) => <Input {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="Kind">
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? kind)}
            >
              <option value="csv">table (CSV)</option>
              <option value="markdown">Markdown</option>
              <option value="text">text</option>
              <option value="json">JSON</option>
            </Select>
          )}
        </Field>
        {stored === null && (
          <Button variant="outline" onClick={() => chooser.current?.click()}>
            From a file
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label="File of the document"
          accept=".csv,.tsv,.md,.markdown,.txt,.json"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void take(file);
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
        <div className={styles.body}>
          {tab === 'view' ? (
            <DocumentView kind={kind} text={text} />
          ) : (
            <TextArea
              mono
              aria-label="Text of the document"
              className={styles.text}
              placeholder={kind === 'csv' ? 'region,revenue\nNorth,1200\nSouth,900' : ''}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </div>
      </Tabs>
    </Dialog>
  );
}

/** Characters of a text that are drawn; the whole of it is kept. */
const MOST_SHOWN = 400_000;

function DocumentView({ kind, text }: { readonly kind: WorkspaceDocument['kind']; readonly text: string }) {
  const shown = useMemo(() => text.slice(0, MOST_SHOWN), [text]);
  const table = useMemo(() => ({ id: 'shown', kind, text }), [kind, text]);
  if (kind === 'csv') return <TableView document={table} />;
  if (kind === 'markdown') return <Markdown text={shown} />;
  return <pre className={styles.plain}>{shown}</pre>;
}
