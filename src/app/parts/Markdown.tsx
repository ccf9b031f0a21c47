import { useState } from 'react';
import { Markdown as SafeMarkdown } from '#canvas';
import { cx } from './cx';
import styles from './Markdown.module.css';

/**
 * Markdown from outside, through the one safe renderer (I10). A picture loads when it is asked for, with its whole
 * address shown (case B4).
 */
export function Markdown({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string | undefined;
}) {
  return (
    <div className={cx(styles.markdown, className)}>
      <SafeMarkdown text={text} image={(image) => <AskedImage {...image} />} />
    </div>
  );
}

function AskedImage({ url, text }: { readonly url: string; readonly text: string }) {
  const [asked, setAsked] = useState(false);
  if (!/^https?:/i.test(url)) return <span>{text}</span>;
  if (asked) return <img src={url} alt={text} referrerPolicy="no-referrer" />;
  return (
    <button type="button" className={styles.image} onClick={() => setAsked(true)}>
      Load the picture{text === '' ? '' : ` “${text}”`} from {url}
    </button>
  );
}
