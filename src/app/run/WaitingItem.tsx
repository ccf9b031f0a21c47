import type { Waiting } from '#projection';
import { ApprovalBanner } from '../proposal/ApprovalBanner';
import { CallApproval } from './CallApproval';
import { ConnectionBanner } from './ConnectionBanner';
import { callAsked } from './callAsked';
import { FileBanner } from './FileBanner';
import { HumanForm } from './HumanForm';
import { SignalBanner } from './SignalBanner';
import { UncertainBanner } from './UncertainBanner';

interface Props {
  readonly waiting: Waiting;
  /** In a panel of its own, where it is asked in words (`isAsked`). */
  readonly inPanel?: boolean;
}

/** One thing that waits for a person, in the form that its kind needs. */
export function WaitingItem({ waiting, inPanel = false }: Props) {
  const call = callAsked(waiting);
  if (call !== null) return <CallApproval waiting={waiting} call={call} inPanel={inPanel} />;
  switch (waiting.kind) {
    case 'approval':
      return <ApprovalBanner waiting={waiting} />;
    case 'answer':
    case 'resume':
      return <HumanForm waiting={waiting} inPanel={inPanel} />;
    case 'signal':
      return <SignalBanner waiting={waiting} />;
    case 'connection':
      return <ConnectionBanner waiting={waiting} />;
    case 'file':
      return <FileBanner waiting={waiting} />;
    case 'uncertain':
      return <UncertainBanner waiting={waiting} />;
  }
}
