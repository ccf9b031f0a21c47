import { FileQuestion, KeyRound, Lock, Plug, Radio, Send } from 'lucide-react';
import { handlesIn, isTableHandle, type Json, LIMITS, parseExactJson, type TableHandle } from '#base';
import { modelAskedBy } from '#kernel';
import type { Waiting } from '#projection';
import type { VaultEntry } from '#storage';
import { MissingFiles } from '../library/MissingFiles';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { ApprovalBanner } from '../proposal/ApprovalBanner';
import { UnlockForm } from '../settings/ConnectionsTab';
import { openDialog } from '../state/dialogs';
import { type Session, useSession } from '../state/session';
import { filledBy, useVault } from '../state/slots';
import { AskedTable } from '../tables/stored/StoredTable';
import { Field } from '../ui/Field';
import { CallApproval } from './CallApproval';
import { HumanForm } from './HumanForm';
import { sendSignal } from './runActions';
import { callAsked, useCanSteer, useView } from './runStore';
import { UncertainBanner } from './UncertainBanner';
import { keyOfWaiting } from './waiting';

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

/** K13: a call whose slot is not filled has not left. It leaves by itself as soon as that is so. */
function ConnectionBanner({ waiting }: { readonly waiting: Waiting }) {
  const session = useSession();
  const slot = useSlotOf(waiting);
  const entry = useVault(session.storage.vault, () => filling(session, slot));
  if (entry?.locked)
    return (
      <Banner
        tone="wait"
        icon={Lock}
        title={`“${waiting.name}” waits for your passphrase`}
        actions={<UnlockForm />}
      >
        <p>
          The key for {entry.origin} is locked. Nothing was sent; the run continues as soon as you unlock it.
        </p>
      </Banner>
    );
  if (entry?.trouble?.code === 'KEY_UNREADABLE')
    return (
      <Banner
        tone="wait"
        icon={KeyRound}
        title={`“${waiting.name}” waits for a key`}
        actions={
          <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'connections' })}>
            Type the key again
          </Button>
        }
      >
        <p>
          The key that was kept for {entry.origin} cannot be read any more. Nothing was sent; it goes on as
          soon as you type it again.
        </p>
      </Banner>
    );
  return (
    <Banner
      tone="wait"
      icon={Plug}
      title={`“${waiting.name}” waits for a connection`}
      actions={
        <Button variant="outline" onClick={() => openDialog({ kind: 'settings', section: 'models' })}>
          Connect the model
        </Button>
      }
    >
      <p>Its model is not connected. Nothing was sent; the run continues as soon as you connect one.</p>
    </Banner>
  );
}

/** The slot of the model that the call asks; null where that cannot be told. */
function useSlotOf({ command }: Waiting): string | null {
  const closure = useView()?.started?.closure;
  if (closure === undefined || command === null) return null;
  const id = modelAskedBy(command, closure);
  const spec = id === null ? closure.models[0] : closure.models.find((model) => model.id === id);
  return spec?.connection ?? null;
}

function filling(session: Session, slot: string | null): VaultEntry | null {
  return slot === null ? null : filledBy(session, slot);
}

/** K13: a call whose file is not here has not left. It leaves by itself as soon as the file is chosen. */
function FileBanner({ waiting }: { readonly waiting: Waiting }) {
  const tables = tablesOf(waiting);
  return (
    <Banner tone="wait" icon={FileQuestion} title={`“${waiting.name}” waits for a file`}>
      <MissingFiles />
      {tables.map((handle) => (
        <AskedTable key={handle.$table.hash} handle={handle} />
      ))}
    </Banner>
  );
}

/** The tables that the call reads (V6), each once. */
function tablesOf({ command }: Waiting): readonly TableHandle[] {
  if (command?.kind !== 'call') return [];
  const handles = [...handlesIn(command.input)].filter((handle) => isTableHandle(handle));
  return [...new Map(handles.map((handle) => [handle.$table.hash, handle])).values()];
}

/** A node that waits for a signal (R16): what it listens for, to be sent by hand with any data. */
function SignalBanner({ waiting }: { readonly waiting: Waiting }) {
  const steer = useCanSteer();
  const [text, setText] = useKept(`signal ${keyOfWaiting(waiting)}`, () => '');
  const data = dataOf(text);
  const events = waiting.command?.kind === 'listen' ? waiting.command.events : [];
  const names = [...new Set(events.map(({ event }) => event))];
  return (
    <Banner
      tone="wait"
      icon={Radio}
      title={`“${waiting.name}” waits for ${names.join(' or ')}`}
      actions={names.map((event) => (
        <Button
          key={event}
          variant="outline"
          icon={Send}
          disabled={!steer || data === undefined}
          onClick={() => data !== undefined && sendSignal(event, data)}
        >
          {event}
        </Button>
      ))}
    >
      <Field
        label="Data that goes along"
        aside="JSON"
        error={data === undefined ? 'This is not JSON.' : null}
      >
        {(ids) => (
          <Input
            {...ids}
            mono
            value={text}
            placeholder="null"
            disabled={!steer}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </Banner>
  );
}

/** Nothing typed is null; undefined where the text is no JSON. */
function dataOf(text: string): Json | undefined {
  if (text.trim() === '') return null;
  const parsed = parseExactJson(text, LIMITS.jsonDepth);
  return parsed.ok ? parsed.value : undefined;
}
