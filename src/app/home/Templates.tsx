import { Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
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

/** The button is the name alone (SPEC U); its area is the whole card. */
function TemplateCard({ name, summary, tag, onOpen, children }: CardProps) {
  const summaryId = useId();
  return (
    <li className={styles.card}>
      <div className={styles.picture} aria-hidden>
        {children}
      </div>
      <div className={styles.text}>
        <div className={styles.line}>
          <button type="button" className={styles.name} aria-describedby={summaryId} onClick={onOpen}>
            {name}
          </button>
          {tag && <span className={styles.tag}>{tag}</span>}
        </div>
        <p id={summaryId} className={styles.summary}>
          {summary}
        </p>
      </div>
    </li>
  );
}
