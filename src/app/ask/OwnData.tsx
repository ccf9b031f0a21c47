import {
  FileBraces,
  FileSpreadsheet,
  FileText,
  FileType,
  type LucideIcon,
  Plus,
  Sheet,
  Table2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { DocumentKind, WorkspaceDocument } from '#plan';
import { DocumentView } from '../library/DocumentView';
import { readColumns } from '../library/readColumns';
import { takeDocuments } from '../library/takeDocuments';
import { useTaking } from '../library/useTaking';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { sayProblems } from '../state/sayTrouble';
import { useSession } from '../state/session';
import styles from './OwnData.module.css';

const ICONS: Readonly<Record<DocumentKind, LucideIcon>> = {
  csv: Table2,
  tsv: Table2,
  parquet: Sheet,
  xlsx: FileSpreadsheet,
  json: FileBraces,
  markdown: FileText,
  text: FileText,
  pdf: FileType,
  docx: FileType,
};

/** What is there to be asked: one table or text at a time. */
export function OwnData({ documents }: { readonly documents: readonly WorkspaceDocument[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const session = useSession();
  const shown = documents.find(({ id }) => id === chosen) ?? documents[0];
  const add = <AddFile onAdded={() => setChosen(null)} />;
  return (
    <section className={styles.card} aria-label="Your data">
      {shown === undefined ? (
        add
      ) : (
        <section className={styles.view} aria-label={shown.name ?? shown.id}>
          <DocumentView
            document={shown}
            onColumns={(columns) => readColumns(session, shown, columns)}
            title={
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
            }
            actions={add}
          />
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
  const Icon = ICONS[document.kind];
  return (
    <button
      type="button"
      aria-pressed={isShown}
      className={cx(styles.name, isShown && styles.shown)}
      onClick={onChoose}
    >
      <Icon aria-hidden />
      <span>{document.name ?? document.id}</span>
    </button>
  );
}

function AddFile({ onAdded }: { readonly onAdded: () => void }) {
  const session = useSession();
  const chooser = useRef<HTMLInputElement>(null);
  const { status, take } = useTaking();
  const takeAll = async (chosen: readonly File[]) => {
    const refused = await take(chosen, async (files, following) => {
      const taken = await takeDocuments(session, files, following);
      if (taken.added > 0) onAdded();
      return taken.refused;
    });
    sayProblems(refused);
  };
  return (
    <>
      {status}
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
          void takeAll([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
