import { useEffect, useState } from 'react';
import { LIMITS, sizeText } from '#base';
import { Markdown as SafeMarkdown, type Shows } from '#canvas';
import { cx } from '../parts/cx';
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

type Picture =
  | { readonly kind: 'asked' | 'loading' }
  | { readonly kind: 'shown'; readonly blob: string }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * A picture of a text from outside (case B4): nothing is loaded before somebody asks for it, having read its whole address. The
 * page's policy lets no `<img>` reach another host (T5), so it is fetched, without cookies, and shown from memory.
 */
function AskedImage({ url, text }: { readonly url: string; readonly text: string }) {
  const [picture, setPicture] = useState<Picture>({ kind: 'asked' });
  const blob = picture.kind === 'shown' ? picture.blob : null;
  useEffect(() => () => void (blob !== null && URL.revokeObjectURL(blob)), [blob]);

  if (!/^https?:/i.test(url) || !URL.canParse(url)) return <span>{text}</span>;
  if (picture.kind === 'shown') return <img src={picture.blob} alt={text} />;
  if (picture.kind === 'refused')
    return (
      <span role="alert" className={styles.refused}>
        {picture.reason}{' '}
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open {url}
        </a>
      </span>
    );
  const load = async () => {
    setPicture({ kind: 'loading' });
    setPicture(await fetched(url));
  };
  return (
    <button type="button" className={styles.image} disabled={picture.kind === 'loading'} onClick={load}>
      {picture.kind === 'loading' ? 'Loading' : 'Load'} the picture{text === '' ? '' : ` “${text}”`} from{' '}
      {url}
    </button>
  );
}

async function fetched(url: string): Promise<Picture> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1')
    return refused('Planloom loads pictures over https only.');
  try {
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) return refused(`The server answered ${response.status}.`);
    if (!/^image\//i.test(response.headers.get('content-type') ?? ''))
      return refused('What the server sent is not a picture.');
    const bytes = await readAtMost(response, LIMITS.importBytes);
    if (bytes === null) return refused(`The picture is larger than ${sizeText(LIMITS.importBytes)}.`);
    return { kind: 'shown', blob: URL.createObjectURL(bytes) };
  } catch {
    return refused('The server could not be reached, or lets no other page read its pictures.');
  }
}

function refused(reason: string): Picture {
  return { kind: 'refused', reason };
}

/** The body, or null where it is larger: then the rest of it is not read. */
async function readAtMost(response: Response, most: number): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of chunksOf(response)) {
    bytes += part.length;
    if (bytes > most) return null;
    parts.push(part);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
