import {
  FileBraces,
  FileSpreadsheet,
  FileText,
  FileType,
  type LucideIcon,
  PencilRuler,
  Plus,
  Sheet,
  Table2,
} from 'lucide-react';
import { Fragment, useMemo, useRef, useState } from 'react';
import { counted, sizeText, utf8Length } from '#base';
import { shapeOf } from '#capabilities';
import { type DocumentKind, isFileDocument, type Plan, type WorkspaceDocument } from '#plan';
import type { ReadDocument } from '#runtime';
import { DocumentView } from '../library/DocumentView';
import { readColumns, takeDocuments, useTaking } from '../library/documentFromFile';
import { readingTimeOf, useReadDocument } from '../library/useReadDocument';
import { Button } from '../parts/Button';
import { cx } from '../parts/cx';
import { Notices } from '../run/Notices';
import { adjustPlace } from '../state/address';
import { sayProblems } from '../state/sayTrouble';
import { useDocument, useSession } from '../state/session';
import { AppPage } from '../surfaces/AppPage';
import { Surface } from '../surfaces/Surface';
import { AskField } from './AskField';
import styles from './AskScreen.module.css';

/** A person's own data, the field that asks it, and questions that it answers: where a file is the beginning. */
export default function AskScreen() {
  const documents = useDocument(({ workspace }) => workspace.documents);
  const workspace = useDocument((state) => state.workspace.name || state.workspace.id);
  const isDrawn = useDocument(({ workspace }) => workspace.plans.some(isMore));
  return (
    <AppPage bar="toolbar" workspace={workspace}>
      <div className={styles.parts}>
        <header className={styles.head}>
          <div>
            <h1>Ask about {namesOf(documents)}</h1>
            <p>
              <Facts documents={documents} />. {documents.length === 1 ? 'It stays' : 'They stay'} in this
              browser.
            </p>
          </div>
          <Button icon={PencilRuler} onClick={() => adjustPlace({ view: 'canvas' })}>
            {isDrawn ? 'To the plan' : 'Draw the plan myself'}
          </Button>
        </header>
        <Surface of="notices">
          <Notices />
        </Surface>
        <Surface of="goal">
          <AskField />
        </Surface>
        <Surface of="ownData">
          <OwnData documents={documents} />
        </Surface>
      </div>
    </AppPage>
  );
}

/** Names that fit a headline: one, two, or the first and how many more. */
function namesOf(documents: readonly WorkspaceDocument[]): string {
  const [first, second, ...more] = documents.map(({ name, id }) => `“${name ?? id}”`);
  if (first === undefined) return 'your data';
  if (second === undefined) return first;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} more`;
}

/** Whether somebody has drawn something in a plan, or asked for one. */
function isMore(plan: Plan): boolean {
  return plan.kind === 'state-machine' || plan.nodes.length > 2;
}

function Facts({ documents }: { readonly documents: readonly WorkspaceDocument[] }) {
  return documents.map((document, index) => (
    <Fragment key={document.id}>
      {index > 0 && '; '}
      <FactsOf document={document} isNamed={documents.length > 1} />
    </Fragment>
  ));
}

interface FactsProps {
  readonly document: WorkspaceDocument;
  /** Whether a table is named too, since it stands beside others. */
  readonly isNamed: boolean;
}

function FactsOf({ document, isNamed }: FactsProps) {
  const shown = useReadDocument(document);
  const name = document.name ?? document.id;
  const facts = useMemo(
    () => (shown.kind === 'read' ? factsIn(shown.document, isNamed) : null),
    [shown, isNamed],
  );
  if (facts !== null) return `${facts}${fileFacts(document)}`;
  return shown.kind === 'reading' ? `${name} is being read` : `${name}, which cannot be read`;
}

/** `, read from orders.csv (1.1 MB) in 0.3 s`: as much of it as is known. */
function fileFacts(document: WorkspaceDocument): string {
  const took = readingTimeOf(document);
  const time = took === null ? '' : ` in ${(Math.max(took, 100) / 1000).toFixed(1)} s`;
  if (isFileDocument(document))
    return `, read from ${document.file.name} (${sizeText(document.file.bytes)})${time}`;
  const size = sizeText(utf8Length(document.text));
  return took === null ? `, ${size}` : `, ${size}, read${time}`;
}

export function factsIn(document: ReadDocument, isNamed: boolean): string {
  const name = document.name ?? document.id;
  const { kind } = document;
  const table = kind === 'csv' || kind === 'sheet' || kind === 'json' ? shapeOf(document) : null;
  if (table?.ok) {
    const { count, columns } = table.value;
    return `${isNamed ? `${name}, ` : ''}${counted(count, 'row')}, ${counted(columns.length, 'column')}`;
  }
  if (kind === 'csv' || kind === 'sheet') return `${name}, which cannot be read as a table`;
  return `${name}, ${counted(document.text.length, 'character')}`;
}

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
            // Each begins anew: what is searched for in one table is not searched for in the next.
            key={shown.id}
            document={shown}
            onColumns={(columns) => readColumns(session, shown, columns)}
            title={
              <div className={styles.names}>
                {documents.map((document) => (
                  <NameOfDocument
                    key={document.id}
                    document={document}
                    isShown={document === shown}
                    isChosen={document.id === chosen}
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
  isChosen,
  onChoose,
}: {
  readonly document: WorkspaceDocument;
  readonly isShown: boolean;
  /** Whether a person has pressed it. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const Icon = ICONS[document.kind];
  return (
    <button
      type="button"
      ref={isShown && isChosen ? focusIfLost : null}
      aria-pressed={isShown}
      className={cx(styles.name, isShown && styles.shown)}
      onClick={onChoose}
    >
      <Icon aria-hidden />
      <span>{document.name ?? document.id}</span>
    </button>
  );
}

/** The name stands within what it shows: where another is chosen it is drawn anew, and the focus stays on it. */
function focusIfLost(name: HTMLElement | null): void {
  if (name !== null && name.ownerDocument.activeElement === name.ownerDocument.body) name.focus();
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
