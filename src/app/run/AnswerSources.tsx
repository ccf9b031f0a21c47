import { Columns3, FileText, Funnel, type LucideIcon, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { Editor } from '#editor';
import type { AnswerSource } from '#projection';
import { typedTest } from '#tables';
import { counted } from '../parts/counted';
import { openDialog } from '../state/dialogs';
import { useDocument, useEditor } from '../state/session';
import styles from './AnswerSources.module.css';
import { filterWords } from './sourceWords';

const ICONS: Readonly<Record<AnswerSource['kind'], LucideIcon>> = {
  table: Table2,
  text: FileText,
  column: Columns3,
  filter: Funnel,
};

/** So many are shown before they are asked for. */
const SHOWN = 6;

/** Where an answer comes from: each leads to the data, at the column or through the filter that was used. */
export function AnswerSources({ sources }: { readonly sources: readonly AnswerSource[] }) {
  const editor = useEditor();
  const documents = useDocument(({ workspace }) => workspace.documents);
  const [isWhole, setWhole] = useState(false);
  if (sources.length === 0) return null;
  const here = new Set(documents.map(({ id }) => id));
  const shown = isWhole ? sources : sources.slice(0, SHOWN);
  return (
    <section className={styles.sources} aria-label="Sources">
      <span>from</span>
      {shown.map((source) => (
        <SourceChip
          key={`${source.kind} ${source.document} ${wordsOf(source)}`}
          source={source}
          isHere={source.document !== null && here.has(source.document)}
          editor={editor}
        />
      ))}
      {shown.length < sources.length && (
        <button type="button" className={styles.chip} onClick={() => setWhole(true)}>
          {sources.length - shown.length} more
        </button>
      )}
    </section>
  );
}

interface ChipProps {
  readonly source: AnswerSource;
  /** Whether its document is in the workspace still. */
  readonly isHere: boolean;
  readonly editor: Editor;
}

function SourceChip({ source, isHere, editor }: ChipProps) {
  const Icon = ICONS[source.kind];
  const words = wordsOf(source);
  const step = source.kind === 'filter' ? source.step : null;
  const content = (
    <>
      <Icon aria-hidden />
      <bdi>{words}</bdi>
    </>
  );
  if (!isHere && step === null) return <span className={styles.chip}>{content}</span>;
  const open = () => (isHere ? openSource(source) : editor.select(step === null ? [] : [step]));
  return (
    <button
      type="button"
      className={styles.chip}
      data-tip={isHere ? 'Show the data' : 'Show the step'}
      onClick={open}
    >
      {content}
    </button>
  );
}

function wordsOf(source: AnswerSource): string {
  switch (source.kind) {
    case 'table':
      return source.rows === null ? source.name : `${source.name}, ${counted(source.rows, 'row')}`;
    case 'text':
      return source.name;
    case 'column':
      return source.column;
    case 'filter':
      return filterWords(source.test, source.or);
  }
}

function openSource(source: AnswerSource): void {
  const { document: id } = source;
  if (source.kind === 'column') openDialog({ kind: 'document', id, at: { column: source.column } });
  else if (source.kind === 'filter') openFiltered(source);
  else openDialog({ kind: 'document', id });
}

/** Where a filter cannot be typed, or another would do as well, its column is shown. */
function openFiltered({ document: id, test, or }: Extract<AnswerSource, { kind: 'filter' }>): void {
  const typed = or.length === 0 ? typedTest(test.operator, test.value) : null;
  openDialog({ kind: 'document', id, at: { column: test.column, ...(typed === null ? {} : { typed }) } });
}
