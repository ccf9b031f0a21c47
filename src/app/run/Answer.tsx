import { CircleCheck, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { answerSources, answerSteps, type CitedAnswer, citedAnswer, type RunView } from '#projection';
import { AskAgain } from '../ask/AskAgain';
import { AskNext } from '../ask/AskNext';
import { ValueView } from '../design/ValueView';
import { useReadDocuments } from '../library/useReadDocument';
import { cx } from '../parts/cx';
import { IconButton } from '../parts/IconButton';
import { layoutStore, narrowAnswer } from '../state/layout';
import { useDocument } from '../state/session';
import { useIsAsked } from '../state/useIsAsked';
import { PHONE, useMedia } from '../state/useMedia';
import { StoredTable } from '../tables/stored/StoredTable';
import { Markdown } from '../ui/Markdown';
import styles from './Answer.module.css';
import { AnswerActions } from './AnswerActions';
import { AnswerCitations, CitedText } from './AnswerCitations';
import { AnswerFrame } from './AnswerFrame';
import { AnswerRows } from './AnswerRows';
import { AnswerSources } from './AnswerSources';
import { answerTable } from './answerTable';
import { factsOf, splitOutputs } from './answerText';
import { textWithSteps } from './citedText';
import { momentText } from './time';

/** What the run came to: the answer as text, where it comes from, the other outputs as values, and who planned it (A5, P10). */
export function Answer({ view }: { readonly view: RunView }) {
  const { main, rest } = splitOutputs(view.outputs);
  // In a hand the answer comes first: its question stands above it already.
  const isPhone = useMedia(PHONE);
  const documents = useDocument(({ workspace }) => workspace.documents);
  const read = useReadDocuments(documents);
  const table = useMemo(() => (main === null ? null : answerTable(main, view, read)), [main, view, read]);
  const steps = useMemo(() => answerSteps(main, view), [main, view]);
  const sources = useMemo(() => answerSources(steps), [steps]);
  const cited = useMemo(() => citedAnswer(main, view), [main, view]);
  return (
    <AnswerFrame icon={CircleCheck} title="Answer" tone="ok" aside={<WidenAnswer />}>
      {!isPhone && <AskAgain />}
      {main !== null && <AnswerWords text={table?.text ?? main} cited={cited} />}
      {main === null && rest.length === 0 && (
        <p className={styles.facts}>The plan is done. It gives nothing back.</p>
      )}
      {cited !== null && <AnswerCitations citations={cited.citations} />}
      <AnswerSources sources={sources} />
      <AnswerActions
        answer={{ main: cited === null ? main : textWithSteps(cited), rest }}
        isTable={table !== null}
        steps={steps}
      />
      {table !== null &&
        ('handle' in table ? (
          <StoredTable handle={table.handle} label="answer" />
        ) : (
          <AnswerRows table={table} title="answer" />
        ))}
      {rest.map(([name, value]) => (
        <div key={name} className={styles.output}>
          <h3>{name}</h3>
          {typeof value === 'string' ? (
            <Markdown text={value} />
          ) : (
            <ValueView value={value} none="nothing" label={name} />
          )}
        </div>
      ))}
      <AskNext />
      {isPhone && <AskAgain />}
      <p className={styles.facts}>
        {view.startedAt !== null && `Run ${momentText(view.startedAt)} · `}
        {factsOf(view)}
      </p>
    </AnswerFrame>
  );
}

function AnswerWords({ text, cited }: { readonly text: string; readonly cited: CitedAnswer | null }) {
  const className = cx(styles.main, isOneLine(text) && styles.headline);
  return cited === null ? (
    <Markdown text={text} className={className} />
  ) : (
    <CitedText cited={cited} className={className} />
  );
}

/** A sentence is large; what is longer is read like a text. */
function isOneLine(text: string): boolean {
  return !text.trim().includes('\n') && text.length <= MOST_OF_LINE;
}

const MOST_OF_LINE = 240;

/** The panel is as wide as an answer is read in, or as it is beside a drawing. */
function WidenAnswer() {
  const answerWide = useStore(layoutStore, (layout) => layout.answerWide);
  const isAsked = useIsAsked();
  const isPhone = useMedia(PHONE);
  if (isPhone) return null;
  const isWide = isAsked || answerWide;
  const turn = () => {
    if (isWide) narrowAnswer();
    layoutStore.setState({ answerWide: !isWide });
  };
  return (
    <IconButton
      icon={isWide ? PanelRightClose : PanelRightOpen}
      label={isWide ? 'Narrow the answer' : 'Widen the answer'}
      onClick={turn}
    />
  );
}
