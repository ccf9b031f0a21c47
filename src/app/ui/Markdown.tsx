import { Markdown as SafeMarkdown, type Shows } from '#canvas';
import { cx } from '../parts/cx';
import { AskedImage } from './AskedImage';
import styles from './Markdown.module.css';

/**
 * Markdown from outside, through the one safe renderer (I10). A picture loads when it is asked for, with its whole
 * address shown (case B4).
 */
export function Markdown({
  text,
  mark,
  className,
}: {
  readonly text: string;
  readonly mark?: Shows['mark'];
  readonly className?: string | undefined;
}) {
  return (
    <div className={cx(styles.markdown, className)}>
      <SafeMarkdown text={text} image={(image) => <AskedImage {...image} />} mark={mark} />
    </div>
  );
}
