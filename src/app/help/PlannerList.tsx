import { PLANNER_FLAVOURS } from '#plan';
import styles from './PlannerList.module.css';
import { flavourPage, HELP_PAGES } from './pages';

/** Each way of planning (P2), in one sentence; each leads to its page. */
export function PlannerList({ onShow }: { readonly onShow: (page: string) => void }) {
  const names = PLANNER_FLAVOURS.map(flavourPage);
  return (
    <ul className={styles.list} aria-label="Ways of planning">
      {HELP_PAGES.filter(({ name }) => names.includes(name)).map(({ name, title }) => (
        <li key={name}>
          <button type="button" className={styles.page} onClick={() => onShow(name)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
