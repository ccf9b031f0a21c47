import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { SAMPLES } from '#samples';
import { openBlank, openTemplate } from './openTemplate';
import { TemplatePicture } from './TemplatePicture';
import styles from './Templates.module.css';

/** The templates as cards with small live pictures of their graphs (E8). */
export function Templates() {
  return (
    <ul aria-label="Templates" className={styles.grid}>
      {SAMPLES.map((sample) => (
        <TemplateCard
          key={sample.id}
          name={sample.title}
          summary={sample.description}
          tag={sample.tags[0]}
          onOpen={() => openTemplate(sample.id)}
        >
          <TemplatePicture id={sample.id} />
        </TemplateCard>
      ))}
      <TemplateCard name="Blank plan" summary="Start from nothing. Press N to add a node." onOpen={openBlank}>
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
  readonly tag?: string | undefined;
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
