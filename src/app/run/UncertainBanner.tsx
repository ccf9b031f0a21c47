import { CircleHelp } from 'lucide-react';
import type { Json } from '#base';
import type { Waiting } from '#projection';
import { JsonInput } from '../forms/CodeField';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { useKept } from '../parts/kept';
import { Field } from '../ui/Field';
import styles from './Banners.module.css';
import { settleEffect } from './runActions';
import { useCanSteer } from './runStore';
import { keyOfWaiting } from './waiting';

/** An effect that may or may not have happened before the page was lost: only a person can tell (K6). */
export function UncertainBanner({ waiting }: { readonly waiting: Waiting }) {
  const steer = useCanSteer();
  const [done, setDone] = useKept(`done ${keyOfWaiting(waiting)}`, () => false);
  const [result, setResult] = useKept<Json | undefined>(`result ${keyOfWaiting(waiting)}`, () => undefined);
  const settle = (kind: 'repeat' | 'fail') => settleEffect(waiting.address, { kind });
  return (
    <Banner
      tone="wait"
      icon={CircleHelp}
      title={
        waiting.again
          ? `“${waiting.name}” was called by the run before`
          : `“${waiting.name}” may or may not have happened`
      }
      actions={
        !done && (
          <>
            <Button variant="outline" disabled={!steer} onClick={() => settle('repeat')}>
              Repeat it
            </Button>
            <Button variant="outline" disabled={!steer} onClick={() => setDone(true)}>
              It is done
            </Button>
            <Button variant="danger" disabled={!steer} onClick={() => settle('fail')}>
              It failed
            </Button>
          </>
        )
      }
    >
      <p>
        {waiting.again
          ? 'It may have changed something then, and doing it twice could matter. '
          : 'It had begun when the page was lost, and doing it twice could matter. '}
        Look where it acts, then say.
      </p>
      {done && (
        <div className={styles.reject}>
          <Field label="Its result, as JSON">
            {(ids) => (
              <JsonInput
                {...ids}
                value={result}
                onCommit={(value) => {
                  setResult(value);
                  return null;
                }}
              />
            )}
          </Field>
          <Button
            variant="primary"
            onClick={() => settleEffect(waiting.address, { kind: 'done', result: result ?? null })}
          >
            Mark as done
          </Button>
          <Button onClick={() => setDone(false)}>Back</Button>
        </div>
      )}
    </Banner>
  );
}
