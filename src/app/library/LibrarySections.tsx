import { ChevronDown, FileText, type LucideIcon, PlugZap, Plus, Table2 } from 'lucide-react';
import { type DragEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { counted, sizeText } from '#base';
import { shapeOf } from '#capabilities';
import { type ItemOf, isFileDocument, makingOf, type WorkspaceDocument } from '#plan';
import { readAtOnce } from '#runtime';
import { IconButton } from '../parts/Button';
import { cx } from '../parts/cx';
import { usePages } from '../parts/VirtualList';
import { openDialog } from '../state/dialogs';
import { layoutStore } from '../state/layout';
import { sayProblems } from '../state/sayTrouble';
import { useDocument, useSession } from '../state/session';
import { TABLES } from './ColumnsList';
import { takeDocuments, useTaking } from './documentFromFile';
import { type FormedList, ITEM_KINDS } from './items';
import styles from './LibrarySections.module.css';

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
  const size = useMemo(() => sizeOf(document), [document]);
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => openDialog({ kind: 'document', id: document.id })}
    >
      <Icon aria-hidden />
      <span className={styles.name}>{document.name ?? document.id}</span>
      <span className={styles.kind}>{size}</span>
    </button>
  );
}

interface Item {
  readonly id: string;
  readonly name: string;
  /** What kind of it this is, in a word or two. */
  readonly kind: string;
}

interface Props {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly items: readonly Item[];
  readonly open: boolean;
  /** What these are, said while there are none. */
  readonly none: string;
  readonly addLabel: string;
  readonly onToggle: () => void;
  /** @param id null to add one */
  readonly onOpen: (id: string | null) => void;
}

/** A list of the workspace below the palette: folded, counted, each line opens its dialog. */
function ItemsSection({ title, icon: Icon, items, open, none, addLabel, onToggle, onOpen }: Props) {
  const pages = usePages(items.length, title.toLowerCase());
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
          <ChevronDown className={cx(styles.chevron, !open && styles.closed)} aria-hidden />
          {title} ({items.length})
        </button>
        <IconButton icon={Plus} label={addLabel} onClick={() => onOpen(null)} />
      </header>
      {open && items.length === 0 && <p className={styles.none}>{none}</p>}
      {open && pages.before}
      {open && items.length > 0 && (
        <ul className={styles.list}>
          {items.slice(pages.first, pages.end).map(({ id, name, kind }) => (
            <li key={id}>
              <button type="button" className={styles.row} onClick={() => onOpen(id)}>
                <Icon aria-hidden />
                <span className={styles.name}>{name}</span>
                <span className={styles.kind}>{kind}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && pages.after}
    </section>
  );
}

interface ItemListProps<List extends FormedList> {
  readonly list: List;
}

/** A list of the workspace whose items have a form. */
function ItemList<List extends FormedList>({ list }: ItemListProps<List>) {
  const { title, noun, icon, about, open: fold, brief } = ITEM_KINDS[list];
  const items: readonly ItemOf<List>[] = useDocument(({ workspace }) => workspace[list]);
  const open = useStore(layoutStore, (layout) => layout[fold]);
  if (items.length === 0 && about === null) return null;
  return (
    <ItemsSection
      title={title}
      icon={icon}
      items={items.map((item) => ({ id: item.id, name: item.name ?? item.id, kind: brief(item) }))}
      open={open}
      none={about ?? ''}
      addLabel={`Add a ${noun}`}
      onToggle={() => layoutStore.setState({ [fold]: !open })}
      onOpen={(id) => openDialog({ kind: 'item', list, id })}
    />
  );
}

/** The prompts of the workspace (P13): what planners ask with and templates are filled from. */
export function PromptsSection() {
  return <ItemList list="prompts" />;
}

/** The features of the workspace (L4): guards and observers that nodes name. */
export function FeaturesSection() {
  return <ItemList list="features" />;
}

/** The rules and task networks of the workspace (P12), once there is one. */
export function PlannersSection() {
  return <ItemList list="planners" />;
}

/** The parsers of the workspace (P13), once there is one. */
export function ParsersSection() {
  return <ItemList list="parsers" />;
}

/** What stands in for capabilities that are not here; it is only shown where something does. */
export function StandInsSection() {
  const capabilities = useDocument(({ workspace }) => workspace.capabilities);
  const [open, setOpen] = useState(false);
  const made = capabilities.flatMap(({ id, make }) => {
    const making = make === undefined ? null : makingOf(make);
    return making === null
      ? []
      : [{ id, name: id, kind: making.kind === 'use' ? making.capability : 'answers' }];
  });
  if (made.length === 0) return null;
  const choose = (): void => openDialog({ kind: 'standIns', next: null });
  return (
    <ItemsSection
      title="Stand-ins"
      icon={PlugZap}
      items={made}
      open={open}
      none=""
      addLabel="Choose replacements"
      onToggle={() => setOpen(!open)}
      onOpen={choose}
    />
  );
}

/** How large a document is: the rows that a table is read as, the file of one that lies in a file; of a text its kind. */
export function sizeOf(document: WorkspaceDocument): string {
  const { kind } = document;
  if (isFileDocument(document)) return `${kind}, ${sizeText(document.file.bytes)}`;
  if (kind !== 'csv' && kind !== 'tsv' && kind !== 'json') return kind;
  const shape = shapeOf(readAtOnce(document));
  return shape.ok ? counted(shape.value.count, 'row') : kind;
}
