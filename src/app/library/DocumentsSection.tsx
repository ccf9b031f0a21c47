import { ChevronDown, FileText, Plus, Table2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useStore } from 'zustand';
import { sizeText } from '#base';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import { IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { usePages } from '../parts/VirtualList';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { sayProblems } from '../state/sayTrouble';
import { useDocument, useSession } from '../state/session';
import { TABLES } from './ColumnsList';
import styles from './DocumentsSection.module.css';
import { takeDocuments } from './takeDocuments';
import { useTaking } from './useTaking';

/** The tables and texts that travel with the workspace: what plans read. */
export function DocumentsSection() {
  const documents = useDocument(({ workspace }) => workspace.documents);
  const open = useStore(layoutStore, (layout) => layout.documentsOpen);
  const session = useSession();
  const [over, setOver] = useState(false);
  const { status, take } = useTaking();
  const pages = usePages(documents.length, 'documents');
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const refused = await take([...event.dataTransfer.files], async (files, following) => {
      const taken = await takeDocuments(session, files, following);
      if (taken.added > 0) layoutStore.setState({ documentsOpen: true });
      return taken.refused;
    });
    sayProblems(refused);
  };
  return (
    <section
      className={cx(styles.section, over && styles.over)}
      aria-label="Documents"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <header className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => layoutStore.setState({ documentsOpen: !open })}
        >
          <ChevronDown className={cx(styles.chevron, !open && styles.closed)} aria-hidden />
          Documents ({documents.length})
        </button>
        <IconButton
          icon={Plus}
          label="Add a document"
          onClick={() => openDialog({ kind: 'document', id: null })}
        />
      </header>
      {status}
      {open && documents.length === 0 && (
        <p className={styles.none}>Tables and texts that plans read. Drop files here.</p>
      )}
      {open && pages.before}
      {open && documents.length > 0 && (
        <ul className={styles.list}>
          {documents.slice(pages.first, pages.end).map((document) => (
            <li key={document.id}>
              <Row document={document} />
            </li>
          ))}
        </ul>
      )}
      {open && pages.after}
    </section>
  );
}

function Row({ document }: { readonly document: WorkspaceDocument }) {
  const Icon = TABLES.has(document.kind) ? Table2 : FileText;
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => openDialog({ kind: 'document', id: document.id })}
    >
      <Icon aria-hidden />
      <span className={styles.name}>{document.name ?? document.id}</span>
      <span className={styles.kind}>{sizeOf(document)}</span>
    </button>
  );
}

function sizeOf(document: WorkspaceDocument): string {
  const { kind } = document;
  if (isFileDocument(document)) return `${kind}, ${sizeText(document.file.bytes)}`;
  const { text } = document;
  if (kind !== 'csv' && kind !== 'tsv') return kind;
  const rows = Math.max(0, text.trimEnd().split('\n').length - 1);
  return rows === 1 ? '1 row' : `${rows} rows`;
}
