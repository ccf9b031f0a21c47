import styles from './PatternTable.module.css';
import { PATTERN_GROUPS, type Pattern, patternPage } from './patterns/catalogue';

/** The 43 patterns, and which construct gives each (L5); each leads to its page. */
export function PatternTable({ onShow }: { readonly onShow: (page: string) => void }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>The 43 workflow control-flow patterns</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Pattern</th>
          <th scope="col">Made by</th>
          <th scope="col">Here</th>
        </tr>
      </thead>
      {PATTERN_GROUPS.map(({ title, patterns }) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={styles.group}>
              {title}
            </th>
          </tr>
          {patterns.map((pattern) => (
            <PatternRow key={pattern.number} pattern={pattern} onShow={onShow} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps {
  readonly pattern: Pattern;
  readonly onShow: (page: string) => void;
}

function PatternRow({ pattern, onShow }: RowProps) {
  const { number, name, by, kind, differs } = pattern;
  return (
    <tr>
      <td className={styles.number}>{number}</td>
      <td>
        <button type="button" className={styles.name} onClick={() => onShow(patternPage(pattern))}>
          {name}
        </button>
      </td>
      <td>
        {by}
        {differs !== undefined && <span className={styles.differs}>{differs}</span>}
      </td>
      <td>
        <span className={styles.kind} data-kind={kind}>
          {kind}
        </span>
      </td>
    </tr>
  );
}
