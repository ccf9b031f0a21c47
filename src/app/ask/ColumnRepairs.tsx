import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import type { PreviewCell, ReadingPreview } from '#capabilities';
import { questionOf } from '#editor';
import type { CapabilityPlan, ColumnReading } from '#plan';
import type { columnExits } from '#question';
import type { ReadDocument } from '#runtime';
import { cellText, type TableColumn } from '#tables';
import { readColumns } from '../library/readColumns';
import { readableOf } from '../library/useReadDocument';
import { Button } from '../parts/Button';
import { documentsOfPage } from '../state/documentsOfPage';
import { type Session, useDocument, useScene, useSession } from '../state/session';
import { readingWords } from '../tables/columnWords';
import { askAgain } from './ask';
import styles from './ColumnRepairs.module.css';

type ColumnExit = ReturnType<typeof columnExits>[number];

/** A way to read a column with which the question has an answer, and what would become of its cells. */
interface Repair extends ColumnExit {
  readonly preview: ReadingPreview | null;
}

/** W8: columns that are text as they stand and that the question needs otherwise: one press reads one, and asks again. */
export function ColumnRepairs() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const repairs = useRepairs(session, plan === null ? null : questionOf(plan));
  if (plan === null || repairs.length === 0) return null;
  return (
    <section aria-label="Read it otherwise" className={styles.repairs}>
      {repairs.map((one, index) => (
        <RepairCard
          key={`${one.document} ${readingWords(one.column)}`}
          repair={one}
          isFirst={index === 0}
          onRead={() => readAndAsk(session, plan, one)}
        />
      ))}
    </section>
  );
}

interface CardProps {
  readonly repair: Repair;
  readonly isFirst: boolean;
  readonly onRead: () => void;
}

function RepairCard({ repair: { column, preview }, isFirst, onRead }: CardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <p>{preview === null ? 'You can undo this.' : `${fitWords(preview)} You can undo this.`}</p>
        <Button variant={isFirst ? 'primary' : 'outline'} icon={Check} onClick={onRead}>
          Read “{column.name}” as {readingWords(column)}
        </Button>
      </div>
      {preview !== null && (
        <table className={styles.cells}>
          <caption className="visually-hidden">
            Cells of “{column.name}” as they are written, and as they would be read
          </caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Written</th>
              <th scope="col">Read</th>
              <th scope="col">Row</th>
            </tr>
          </thead>
          <tbody>
            {preview.cells.map((cell) => (
              <CellRow key={cell.row} cell={cell} column={column} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function CellRow({
  cell: { row, written, value },
  column,
}: {
  readonly cell: PreviewCell;
  readonly column: ColumnReading;
}) {
  return (
    <tr>
      <td>
        <code>{written}</code>
      </td>
      <td className={value === null ? styles.empty : undefined}>
        <ArrowRight aria-hidden />
        {value === null ? 'empty' : cellText(value, shownAs(column))}
      </td>
      <td>row {row.toLocaleString('en')}</td>
    </tr>
  );
}

function shownAs({ name, type, unit }: ColumnReading): TableColumn {
  return { name, label: name, type, ...(unit === undefined ? {} : { unit }) };
}

function fitWords({ filled, unread }: ReadingPreview): string {
  if (unread === 0) return `All ${filled.toLocaleString('en')} cells fit.`;
  const fits = `${(filled - unread).toLocaleString('en')} of ${filled.toLocaleString('en')} cells fit`;
  return `${fits}; ${unread.toLocaleString('en')} would be empty, and the answer says so.`;
}

function useRepairs(session: Session, question: string | null): readonly Repair[] {
  const revision = useDocument((state) => state.revision);
  const { data } = useQuery({
    queryKey: ['column-exits', session.id, question, revision],
    queryFn: () => (question === null ? [] : repairsOf(session, question)),
  });
  return data ?? [];
}

async function repairsOf(session: Session, question: string): Promise<readonly Repair[]> {
  const [{ describeDocuments, previewOf, rowsInLines, workOnRows }, { columnExits }] = await Promise.all([
    import('#capabilities'),
    import('#question'),
  ]);
  const { documents } = session.editor.workspace;
  const readable = await readableOf(documents, documentsOfPage(session.storage));
  const preview = async (
    document: ReadDocument | undefined,
    reading: ColumnReading,
  ): Promise<ReadingPreview | null> => {
    if (document === undefined) return null;
    const rows = rowsInLines(document);
    const found =
      rows === null ? previewOf(document, reading) : await workOnRows(rows, 'preview', { reading });
    return found.ok ? found.value : null;
  };
  return Promise.all(
    columnExits(question, describeDocuments(readable)).map(async (exit) => ({
      ...exit,
      preview: await preview(
        readable.find(({ id }) => id === exit.document),
        exit.column,
      ),
    })),
  );
}

function readAndAsk(session: Session, plan: CapabilityPlan, exit: ColumnExit): void {
  const document = session.editor.workspace.documents.find(({ id }) => id === exit.document);
  const question = questionOf(plan);
  if (document === undefined || question === null) return;
  readColumns(session, document, withReading(document.columns ?? [], exit.column));
  askAgain(session, plan, question);
}

function withReading(columns: readonly ColumnReading[], reading: ColumnReading): readonly ColumnReading[] {
  return [...columns.filter(({ name }) => name !== reading.name), reading];
}
