import { isUnanswered, type RunView } from '#projection';
import { Pill } from '../parts/Pill';
import { StatusPill } from '../ui/StatusPill';
import { NOT_ANSWERED } from './lookOfRun';

interface Props {
  readonly view: RunView;
  /** Words instead of the status' own. */
  readonly text?: string | undefined;
}

/** How a run stands. */
export function RunPill({ view, text }: Props) {
  if (!isUnanswered(view)) return <StatusPill status={view.status} text={text} />;
  return (
    <Pill tone={NOT_ANSWERED.tone} icon={NOT_ANSWERED.icon}>
      {NOT_ANSWERED.word}
    </Pill>
  );
}
