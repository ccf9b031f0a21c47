import { isJsonObject, type Json, type JsonObject } from '#base';
import { JsonView } from '../parts/JsonView';
import styles from './Inspector.module.css';

interface Props {
  readonly value: Json | undefined;
  /** What to say where there is no value. */
  readonly none: string;
}

/** A value of a step: an object by its properties, so that a table in it reads as one; anything else as it is. */
export function ValueView({ value, none }: Props) {
  if (value === undefined || value === null) return <p className={styles.muted}>{none}</p>;
  if (!isJsonObject(value) || !Object.values(value).some(isRows)) return <JsonView value={value} />;
  const entries = Object.entries(value);
  const words = entries.filter(([, one]) => !isLarge(one));
  return (
    <>
      {words.length > 0 && (
        <dl className={styles.facts}>
          {words.map(([name, one]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{typeof one === 'string' ? one : JSON.stringify(one)}</dd>
            </div>
          ))}
        </dl>
      )}
      {entries
        .filter(([, one]) => isLarge(one))
        .map(([name, one]) => (
          <div key={name} className={styles.group}>
            <h4>{titleOf(name, one)}</h4>
            <JsonView value={one} />
          </div>
        ))}
    </>
  );
}

function isRows(value: Json): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isJsonObject(row));
}

/** Characters up to which a property stands on one line. */
const ROOM = 80;

function isLarge(value: Json): boolean {
  return isRows(value) || JSON.stringify(value).length > ROOM;
}

function titleOf(name: string, value: Json): string {
  return isRows(value) ? `${name}, ${value.length} ${value.length === 1 ? 'row' : 'rows'}` : name;
}
