import { useQuery } from '@tanstack/react-query';
import {
  ArrowRight,
  Check,
  ChevronRight,
  CircleHelp,
  KeyRound,
  type LucideIcon,
  Pencil,
  Plug,
  Upload,
} from 'lucide-react';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PreviewCell, ReadingPreview } from '#capabilities';
import { questionOf } from '#editor';
import type { CapabilityPlan, ColumnReading } from '#plan';
import { isUnanswered, type RunView, refusedModelOf } from '#projection';
import type { columnExits } from '#question';
import { diagnosticOf, type ReadDocument } from '#runtime';
import { cellText, type TableColumn } from '#tables';
import { wayToModel } from '../home/PlannedBy';
import { readColumns } from '../library/documentFromFile';
import { readableOf } from '../library/useReadDocument';
import { Button, IconButton } from '../parts/Button';
import { keyDown } from '../parts/browser';
import { AnswerFrame } from '../run/AnswerFrame';
import { openDialog } from '../state/dialogs';
import { PHONE, useMedia } from '../state/layout';
import { documentsOfPage } from '../state/services';
import { type Session, useDocument, useScene, useSession } from '../state/session';
import { askedOver, useVault } from '../state/slots';
import { readingWords } from '../tables/ColumnChip';
import { ProblemNote } from '../ui/ProblemList';
import { askAgain, useAskedPlace } from './AskField';
import styles from './NotAnswered.module.css';
import { useWorkingQuestions } from './questions';

/** E8: a question without an answer, because nothing could plan it or its plan failed: why, questions that work, and the ways on. */
export function NotAnswered({ view }: { readonly view: RunView }) {
  const { error } = view;
  const session = useSession();
  const place = useAskedPlace();
  const plan = useScene((scene) => scene.plan);
  const { vault } = session.storage;
  const refused = useMemo(() => refusedModelOf(view), [view]);
  const asked = useVault(vault, () =>
    refused === null ? null : askedOver(vault, { ...place, model: refused }),
  );
  if (error === null) return null;
  const isBeyond = isUnanswered({ error });
  /** What the built-in planner did not understand, the model that was just connected is asked. */
  const askModel = () => {
    const question = plan && questionOf(plan);
    if (question) void askAgain(session, plan, question);
  };
  return (
    <AnswerFrame icon={CircleHelp} title="Not answered yet" tone="wait">
      <AskAgain />
      {isBeyond ? (
        <p className={styles.why}>{error.message}</p>
      ) : (
        <ProblemNote problem={diagnosticOf(error)} />
      )}
      {isBeyond && error.code === 'PLAN_DECLINED' && <p>{error.help}</p>}
      <ColumnRepairs />
      <WorkingQuestions />
      <h3 className={styles.title}>Or continue another way</h3>
      <div className={styles.ways}>
        <Way
          icon={Upload}
          title="Use my data"
          about="Drop, pick or paste a file"
          onClick={() => openDialog({ kind: 'import' })}
        />
        {asked !== null ? (
          <Way
            icon={KeyRound}
            title={asked.hasKey ? 'Replace the key' : 'Add a key'}
            about={`The model at ${asked.origin} did not accept the last call`}
            onClick={() => openDialog({ kind: 'settings', section: 'connections', connection: asked.id })}
          />
        ) : (
          <Way
            icon={Plug}
            title="Connect a model"
            about="For questions beyond tables and documents"
            onClick={() => openDialog(wayToModel(vault, place, true, askModel))}
          />
        )}
      </div>
      {isBeyond && error.code === 'CANNOT_PLAN' && error.help && (
        <details className={styles.help}>
          <summary>What the built-in planner can answer</summary>
          <p>{error.help}</p>
        </details>
      )}
    </AnswerFrame>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly about: string;
  readonly onClick: () => void;
}

function Way({ icon: Icon, title, about, onClick }: WayProps) {
  const id = useId();
  return (
    <div className={styles.way}>
      <Icon aria-hidden />
      <span>
        <button type="button" aria-describedby={id} onClick={onClick}>
          {title}
        </button>
        <small id={id}>{about}</small>
      </span>
      <ChevronRight aria-hidden />
    </div>
  );
}

function WorkingQuestions() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const { questions } = useWorkingQuestions(plan === null ? null : questionOf(plan));
  if (plan === null || questions.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>Questions that work right now</h3>
      <ul className={styles.list}>
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              className={styles.question}
              onClick={() => askAgain(session, plan, question)}
            >
              <span>{question}</span>
              <ArrowRight aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type ColumnExit = ReturnType<typeof columnExits>[number];

/** A way to read a column with which the question has an answer, and what would become of its cells. */
interface Repair extends ColumnExit {
  readonly preview: ReadingPreview | null;
}

/** W8: columns that are text as they stand and that the question needs otherwise: one press reads one, and asks again. */
function ColumnRepairs() {
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

/** Whether the open plan is a person's question: whatever keeps it from its answer, there are ways on. */
export function useIsQuestion(): boolean {
  return useScene(({ plan }) => plan !== null && questionOf(plan) !== null);
}

/** E8: whether a run left a question without an answer. A simulated run is none: its script answered badly. */
export function useIsNotAnswered(view: RunView | null): boolean {
  const isQuestion = useIsQuestion();
  if (view === null || view.error === null || view.started?.simulated === true) return false;
  return isQuestion || isUnanswered(view);
}

/** The question of the open plan, to be changed in place and asked again; nothing where the plan answers none. */
export function AskAgain() {
  const session = useSession();
  const plan = useScene((scene) => scene.plan);
  const asked = plan === null ? null : questionOf(plan);
  if (plan === null || asked === null) return null;
  return <AskedField key={asked} asked={asked} onAsk={(question) => askAgain(session, plan, question)} />;
}

interface Props {
  readonly asked: string;
  readonly onAsk: (question: string) => void;
}

/** A question grows to so many lines, then it scrolls. */
const MOST_LINES = 3;

function AskedField({ asked, onAsk }: Props) {
  const [question, setQuestion] = useState(asked);
  const field = useRef<HTMLTextAreaElement>(null);
  // In a hand the focus would bring up the keys, over the answer.
  const isPhone = useMedia(PHONE);
  useEffect(() => {
    if (field.current && !isPhone) takeFocusBack(field.current);
  }, [isPhone]);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (question.trim() === '') return;
    holdFocus(document);
    onAsk(question);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <span className={styles.field}>
        <textarea
          ref={field}
          aria-label="Question"
          rows={1}
          style={{ '--lines': MOST_LINES }}
          value={question}
          maxLength={2_000}
          autoComplete="off"
          onChange={({ target }) => setQuestion(target.value.replaceAll('\n', ' '))}
          onKeyDown={keyDown((event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            submit();
          })}
        />
        <IconButton icon={Pencil} label="Edit question" onClick={() => field.current?.select()} />
      </span>
      <Button type="submit" variant="outline" icon={ArrowRight} disabled={question.trim() === ''}>
        Ask again
      </Button>
    </form>
  );
}

/** Whether a question was asked from a field, and nothing has been pressed since. */
let isHeld = false;

/** The field in which a question is asked goes until there is an answer: the one that comes then has the focus again. */
function holdFocus(page: Document): void {
  isHeld = true;
  const end = () => {
    isHeld = false;
    page.removeEventListener('pointerdown', end, true);
    page.removeEventListener('keydown', end, true);
  };
  page.addEventListener('pointerdown', end, true);
  page.addEventListener('keydown', end, true);
}

/** Gives a field that has just come the focus, where it was held for it and nothing else has it. */
function takeFocusBack(field: HTMLTextAreaElement): void {
  if (!isHeld || field.ownerDocument.activeElement !== field.ownerDocument.body) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
