import { Pencil, Plus } from 'lucide-react';
import type { ControlProps } from '../forms/form';
import { Button } from '../parts/Button';
import { Select } from '../parts/Input';
import { openDialog } from '../state/dialogs';
import { useDocument } from '../state/session';
import styles from './Inspector.module.css';

/** What makes a plan of a planner's raw reply (P13): any known form, reference 1's list of steps, or a parser of the workspace. */
export function ParserChoice({ ids, value, onChange }: ControlProps) {
  const parsers = useDocument(({ workspace }) => workspace.parsers);
  const named = typeof value === 'string' ? value : '';
  const own = parsers.some(({ id }) => id === named);
  const isKnown = own || KNOWN.some(([id]) => id === named);
  return (
    <>
      <Select {...ids} value={named} onChange={({ target }) => onChange(target.value || undefined)}>
        {KNOWN.map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
        {parsers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
        {!isKnown && <option value={named}>{named} (not here)</option>}
      </Select>
      {!ids.disabled && (
        <div className={styles.second}>
          {own ? (
            <Button size="small" icon={Pencil} onClick={() => openDialog({ kind: 'parser', id: named })}>
              Edit the parser
            </Button>
          ) : (
            <Button
              size="small"
              icon={Plus}
              onClick={() => openDialog({ kind: 'parser', id: null, onAdded: onChange })}
            >
              Add a parser
            </Button>
          )}
        </div>
      )}
    </>
  );
}

const KNOWN: readonly (readonly [id: string, words: string])[] = [
  ['', 'Any known form of a plan'],
  ['default', 'A list of steps: toolId, input.prompt'],
];
