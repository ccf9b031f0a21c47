import { CircleHelp } from 'lucide-react';
import { isUnanswered, type RunView } from '#projection';
import { Pill } from '../parts/Pill';
import { StatusPill } from '../ui/StatusPill';

interface Props {
  readonly view: RunView;
  /** Words instead of the status' own. */
  readonly text?: string | undefined;
}

/** How a run stands. A question that was not understood waits for another one: amber, not red. */
export function RunPill({ view, text }: Props) {
  if (!isUnanswered(view)) return <StatusPill status={view.status} text={text} />;
  return (
    <Pill tone="wait" icon={CircleHelp}>
      not answered
    </Pill>
  );
}
