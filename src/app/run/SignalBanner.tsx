import { Radio, Send } from 'lucide-react';
import { type Json, LIMITS, parseExactJson } from '#base';
import type { Waiting } from '#projection';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Input } from '../parts/Input';
import { useKept } from '../parts/kept';
import { Field } from '../ui/Field';
import { keyOfWaiting } from './keyOfWaiting';
import { sendSignal } from './runActions';
import { useCanSteer } from './runStore';

/** A node that waits for a signal (R16): what it listens for, to be sent by hand with any data. */
export function SignalBanner({ waiting }: { readonly waiting: Waiting }) {
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
