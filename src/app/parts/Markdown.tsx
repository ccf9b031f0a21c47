import { marked, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { cx } from './cx';
import styles from './Markdown.module.css';

/**
 * Markdown from outside as React elements (I10, case B1): the lexer's tokens are drawn one by one, so no text ever
 * becomes markup. Raw HTML is shown as the text it is, links lead to http, https and mailto only, and a picture
 * loads when it is asked for, with its whole address shown (case B4).
 */
export function Markdown({
  text,
  className,
}: {
  readonly text: string;
  readonly className?: string | undefined;
}) {
  const tokens = useMemo(() => marked.lexer(text, { gfm: true }), [text]);
  return <div className={cx(styles.markdown, className)}>{blocks(tokens)}</div>;
}

function blocks(tokens: readonly Token[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens are made anew with each text.
  return tokens.map((token, index) => <Fragment key={index}>{drawn(token as MarkedToken)}</Fragment>);
}

type MarkedToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Link
  | Tokens.Image
  | Tokens.List
  | Tokens.Table
  | Tokens.Blockquote
  | Tokens.Hr
  | Tokens.Br
  | Tokens.Space
  | Tokens.Escape
  | Tokens.HTML;

function drawn(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{blocks(token.tokens)}</Heading>;
    case 'paragraph':
      return <p>{blocks(token.tokens)}</p>;
    case 'text':
      return 'tokens' in token && token.tokens ? blocks(token.tokens) : unescaped(token.text);
    case 'escape':
      return unescaped(token.text);
    case 'code':
      return <pre>{token.text}</pre>;
    case 'codespan':
      return <code>{unescaped(token.text)}</code>;
    case 'strong':
      return <strong>{blocks(token.tokens)}</strong>;
    case 'em':
      return <em>{blocks(token.tokens)}</em>;
    case 'del':
      return <del>{blocks(token.tokens)}</del>;
    case 'link':
      return <SafeLink href={token.href}>{blocks(token.tokens)}</SafeLink>;
    case 'image':
      return <AskedImage url={token.href} text={token.text} />;
    case 'list':
      return <List token={token} />;
    case 'table':
      return <Table token={token} />;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'space':
      return null;
    default:
      return token.raw;
  }
}

function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  // The page has its own h1 and h2: a document's headings come below them.
  if (depth <= 1) return <h3>{children}</h3>;
  return <h4>{children}</h4>;
}

function List({ token }: { readonly token: Tokens.List }) {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens are made anew with each text.
    <li key={index}>{blocks(item.tokens)}</li>
  ));
  return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { readonly token: Tokens.Table }) {
  const cells = (row: readonly Tokens.TableCell[], as: 'th' | 'td') =>
    row.map((cell, index) => {
      const Cell = as;
      const align = cell.align === 'right' ? styles.right : undefined;
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens are made anew with each text.
        <Cell key={index} className={align}>
          {blocks(cell.tokens)}
        </Cell>
      );
    });
  return (
    <div className={styles.tableBox}>
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are made anew with each text.
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  if (!/^(https?:|mailto:)/i.test(href.trim())) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The lexer leaves entities as they are; what is drawn as text must not show them. */
function unescaped(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
