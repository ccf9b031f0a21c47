import { FileText, Plus, Table2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ColumnReading, WorkspaceDocument } from '#plan';
import { DocumentView } from '../library/DocumentView';
import { takeDocuments } from '../library/takeDocuments';
import { withColumns } from '../library/withColumns';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { sayProblems } from '../state/sayTrouble';
import { useSession } from '../state/session';
import styles from './OwnData.module.css';

/** What is there to be asked: one table or text at a time. */
export function OwnData({ documents }: { readonly documents: readonly WorkspaceDocument[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { editor } = useSession();
  const shown = documents.find(({ id }) => id === chosen) ?? documents[0];
  const read = (document: WorkspaceDocument, columns: readonly ColumnReading[]) =>
    editor.edit(
      { edit: 'put-item', list: 'documents', item: withColumns(document, columns) },
      { label: 'Read a column' },
    );
  return (
    <section className={styles.card} aria-label="Your data">
      <header className={styles.head}>
        <div className={styles.names}>
          {documents.map((document) => (
            <NameOfDocument
              key={document.id}
              document={document}
              isShown={document === shown}
              onChoose={() => setChosen(document.id)}
            />
          ))}
        </div>
        <AddFile onAdded={() => setChosen(null)} />
      </header>
      {shown !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1).
        <section className={styles.view} aria-label={shown.name ?? shown.id} tabIndex={0}>
          <DocumentView document={shown} onColumns={(columns) => read(shown, columns)} />
        </section>
      )}
    </section>
  );
}

function NameOfDocument({
  document,
  isShown,
  onChoose,
}: {
  readonly document: WorkspaceDocument;
  readonly isShown: boolean;
  readonly onChoose: () => void;
}) {
  const Icon = document.kind === 'csv' ? Table2 : FileText;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className={cx(styles.name, isShown && styles.shown)}
      onClick={onChoose}
    >
      <Icon aria-hidden />
      {document.name ?? document.id}
    </button>
  );
}

function AddFile({ onAdded }: { readonly onAdded: () => void }) {
  const session = useSession();
  const chooser = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]) => {
    const { added, refused } = await takeDocuments(session, files);
    sayProblems(refused);
    if (added > 0) onAdded();
  };
  return (
    <>
      <Button icon={Plus} onClick={() => chooser.current?.click()}>
        Add a file
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="File to add"
        multiple
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
