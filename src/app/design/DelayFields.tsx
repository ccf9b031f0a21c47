import type { Diagnostic } from '#base';
import type { NodeOf } from '#plan';
import { FieldAt } from '../forms/FieldAt';
import type { Change } from '../forms/form';
import { problemsInside, worstOf } from '../forms/formProblems';
import { TextInput } from '../forms/TextInput';
import { Input, Select } from '../parts/Input';
import { Field } from '../ui/Field';
import styles from './Inspector.module.css';
import { ParamFields } from './ParamFields';

interface Props {
  readonly node: NodeOf<'DELAY'>;
  readonly disabled: boolean;
  readonly problems: readonly Diagnostic[];
  readonly onChange: Change;
}

const AN_HOUR = 3_600_000;

/** A DELAY waits for a while, or until a moment, never both. */
export function DelayFields(props: Props) {
  const { node, disabled, problems, onChange } = props;
  const { until } = node.params;
  const choose = (choice: string) =>
    onChange(['params'], choice === 'until' ? { until: momentText(Date.now() + AN_HOUR) } : { forMs: 1_000 });
  return (
    <>
      <FieldAt of="params">
        <Field label="Waits">
          {(ids) => (
            <Select
              {...ids}
              disabled={disabled}
              value={until === undefined ? 'for' : 'until'}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="for">For a while</option>
              <option value="until">Until a moment</option>
            </Select>
          )}
        </Field>
      </FieldAt>
      {until === undefined ? (
        <ParamFields {...props} omit={['until']} />
      ) : (
        <FieldAt of={['params', 'until']}>
          <Field
            label="Until"
            hint={`${new Date(until).toLocaleString()} in your time.`}
            problem={worstOf(problemsInside(problems, '/params/until'))}
          >
            {(ids) => (
              <>
                <Input
                  {...ids}
                  type="datetime-local"
                  step={1}
                  disabled={disabled}
                  value={localText(until)}
                  onChange={({ target }) => {
                    const at = new Date(target.value).getTime();
                    if (!Number.isNaN(at)) onChange(['params', 'until'], momentText(at));
                  }}
                />
                <div className={styles.second}>
                  <TextInput
                    aria-label="As it is written, RFC 3339"
                    mono
                    disabled={disabled}
                    value={until}
                    onCommit={(text) => onChange(['params', 'until'], text.trim())}
                  />
                </div>
              </>
            )}
          </Field>
        </FieldAt>
      )}
    </>
  );
}

/** `2031-05-01T08:00:00Z`: to the second, in UTC. */
function momentText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The same moment as the browser's own control wants it: local, without a zone. */
function localText(until: string): string {
  const at = new Date(until);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
