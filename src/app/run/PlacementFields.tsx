import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Input, Select } from '../parts/Input';
import { useSession } from '../state/session';
import { Field } from '../ui/Field';
import { runInWords, runsToAwait } from './placement';
import { runsOf } from './runLists';
import { useSessions } from './useSessions';

interface Props {
  readonly session: string;
  readonly after: string;
  readonly onSession: (session: string) => void;
  readonly onAfter: (runId: string) => void;
}

/** M4: the session of a run that is about to start, and the run that it waits for. */
export function PlacementFields({ session, after, onSession, onAfter }: Props) {
  const { id } = useSession();
  const { data: runs = [] } = useQuery(runsOf(id));
  const sessions = useSessions();
  const known = useId();
  return (
    <>
      <Field
        label="Session"
        hint="Runs of one session are listed together, receive each other's answers to events, and know what was said, noted and remembered in it."
      >
        {(ids) => (
          <>
            <Input
              {...ids}
              list={known}
              maxLength={128}
              value={session}
              placeholder="none"
              onChange={(event) => onSession(event.target.value)}
            />
            <datalist id={known}>
              {sessions.map(({ id: one, name }) => (
                <option key={one} value={one} label={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field
        label="Start after"
        hint="It waits until that run has completed. If that one fails, is cancelled or deleted, this one fails."
      >
        {(ids) => (
          <Select {...ids} value={after} onChange={(event) => onAfter(event.target.value)}>
            <option value="">nothing: at once</option>
            {runsToAwait(runs).map((run) => (
              <option key={run.runId} value={run.runId}>
                {runInWords(run)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
