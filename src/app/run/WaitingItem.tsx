import type { Waiting } from '#projection';
import { ApprovalBanner } from './ApprovalBanner';
import { ConnectionBanner } from './ConnectionBanner';
import { FileBanner } from './FileBanner';
import { HumanForm } from './HumanForm';
import { SignalBanner } from './SignalBanner';
import { UncertainBanner } from './UncertainBanner';

/** One thing that waits for a person, in the form that its kind needs. */
export function WaitingItem({ waiting }: { readonly waiting: Waiting }) {
  switch (waiting.kind) {
    case 'approval':
      return <ApprovalBanner waiting={waiting} />;
    case 'answer':
    case 'resume':
      return <HumanForm waiting={waiting} />;
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
