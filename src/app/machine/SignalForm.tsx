import { type Json, LIMITS, parseExactJson } from '#base';
import { eventOfOurs, type StateMachinePlan } from '#plan';
import { MoreFields } from '../design/MoreFields';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import styles from './EventsTab.module.css';

/**
 * Any event, with data: one that a wildcard takes, or that nothing takes. A machine that was imported hears its events
 * by the names that they had there, too.
 */
export function SignalForm({
  machine,
  onSend,
}: {
  readonly machine: StateMachinePlan;
  readonly onSend: (type: string, data: Json) => void;
}) {
  const [type, setType] = useKept('event type', () => '');
  const [data, setData] = useKept('event data', () => '');
  const parsed =
    data.trim() === '' ? { ok: true as const, value: null } : parseExactJson(data, LIMITS.jsonDepth);
  const ours = eventOfOurs(machine, type.trim());
  const usable = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/.test(ours) && parsed.ok;
  return (
    <MoreFields title="Another event, or one with data" open={false}>
      <form
        className={styles.another}
        onSubmit={(event) => {
          event.preventDefault();
          if (usable && parsed.ok) onSend(ours, parsed.value);
        }}
      >
        <Input
          aria-label="Type of the event"
          placeholder="order.paid"
          mono
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
        <Input
          aria-label="Data of the event"
          placeholder="JSON"
          mono
          aria-invalid={parsed.ok ? undefined : true}
          value={data}
          onChange={({ target }) => setData(target.value)}
        />
        <Button type="submit" size="small" variant="outline" disabled={!usable}>
          Send
        </Button>
      </form>
    </MoreFields>
  );
}
