import type { Token, Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { lexSafely, type PlainToken } from './lexSafely';

/** What a text leaves to the one that shows it; without these the words stand there alone. */
export interface Shows {
  /** A picture, instead of loading it; without this its text is shown, or its address. */
  readonly image?: ((image: { readonly url: string; readonly text: string }) => ReactNode) | undefined;
  /** A link within the text, `#name`; null leaves its words. */
  readonly mark?: ((name: string) => ReactNode) | undefined;
}

/**
 * Markdown as React elements (T5): the text is only ever split into tokens, never turned into HTML. HTML in it is
 * shown as text, links lead to http and https only, and no picture loads by itself (case B4). What would cost too much to read
 * is shown as it was written.
 */
export const Markdown = memo(function Markdown({
  text,
  ...shows
}: Shows & {
  readonly text: string;
}) {
  return <div className="markdown">{drawAll(lexSafely(text), shows)}</div>;
});

type Drawn = (tokens: readonly Token[]) => ReactNode;

function drawAll(tokens: readonly Token[], shows: Shows): ReactNode {
  const drawn: Drawn = (inner) => drawAll(inner, shows);
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one text have no other identity.
    <Fragment key={index}>{block(token, drawn, shows)}</Fragment>
  ));
}

function block(token: Token, drawn: Drawn, shows: Shows): ReactNode {
  if (isToken(token, 'heading')) return heading(token, drawn);
  if (isToken(token, 'paragraph')) return <p>{drawn(token.tokens)}</p>;
  if (isToken(token, 'list')) return list(token, drawn);
  if (isToken(token, 'blockquote')) return <blockquote>{drawn(token.tokens)}</blockquote>;
  if (isToken(token, 'code'))
    return (
      <pre>
        <code>{token.text}</code>
      </pre>
    );
  if (isToken(token, 'hr')) return <hr />;
  if (isToken(token, 'table')) return table(token, drawn);
  if (isToken(token, 'space') || isToken(token, 'def')) return null;
  return span(token, drawn, shows);
}

function span(token: Token, drawn: Drawn, { image, mark }: Shows): ReactNode {
  if (isToken(token, 'strong')) return <strong>{drawn(token.tokens)}</strong>;
  if (isToken(token, 'em')) return <em>{drawn(token.tokens)}</em>;
  if (isToken(token, 'del')) return <del>{drawn(token.tokens)}</del>;
  if (isToken(token, 'codespan')) return <code>{token.text}</code>;
  if (isToken(token, 'br')) return <br />;
  if (isToken(token, 'link')) return link(token, drawn, mark);
  if (isToken(token, 'image'))
    return image ? image({ url: token.href, text: token.text }) : <em>image: {token.text || token.href}</em>;
  if (isToken(token, 'escape')) return token.text;
  if (isToken(token, 'plain')) return <span className="plain">{token.text}</span>;
  if (isToken(token, 'text'))
    return token.tokens ? drawn(token.tokens) : isolated(unescapeEntities(token.text));
  return token.raw;
}

function heading(token: Tokens.Heading, drawn: Drawn): ReactNode {
  // The page has its own first headings; those of a note come below them.
  return createElement(`h${Math.min(6, token.depth + 2)}`, null, drawn(token.tokens));
}

function list(token: Tokens.List, drawn: Drawn): ReactNode {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of one text have no other identity.
    <li key={index}>
      {item.task && <span>{item.checked ? '☑ ' : '☐ '}</span>}
      {drawn(item.tokens)}
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function link(token: Tokens.Link, drawn: Drawn, mark: Shows['mark']): ReactNode {
  const marked = token.href.startsWith('#') ? mark?.(token.href.slice(1)) : null;
  if (marked != null) return marked;
  const href = safeHref(token.href);
  if (href === null) return drawn(token.tokens);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="nodrag">
      {drawn(token.tokens)}
    </a>
  );
}

function table(token: Tokens.Table, drawn: Drawn): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td'): ReactNode =>
    row.map((cell, index) =>
      createElement(tag, { key: index, 'data-align': cell.align ?? undefined }, drawn(cell.tokens)),
    );
  return (
    <table>
      <thead>
        <tr>{cells(token.header, 'th')}</tr>
      </thead>
      <tbody>
        {token.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of one text have no other identity.
          <tr key={index}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

interface TokenByType {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly list: Tokens.List;
  readonly blockquote: Tokens.Blockquote;
  readonly code: Tokens.Code;
  readonly hr: Tokens.Hr;
  readonly table: Tokens.Table;
  readonly space: Tokens.Space;
  readonly def: Tokens.Def;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly del: Tokens.Del;
  readonly codespan: Tokens.Codespan;
  readonly br: Tokens.Br;
  readonly link: Tokens.Link;
  readonly image: Tokens.Image;
  readonly escape: Tokens.Escape;
  readonly text: Tokens.Text;
  readonly plain: PlainToken;
}

/** `Token` has an open member (extensions), which keeps TypeScript from narrowing by `type` alone. */
function isToken<Type extends keyof TokenByType>(token: Token, type: Type): token is TokenByType[Type] {
  return token.type === type;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function unescapeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Letters that are written from right to left: Hebrew, Arabic and their like. */
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A text in which names that run from right to left are kept to themselves. Otherwise such a name draws the figures beside it to its
 * other side: of "שלום (5); 7" it would be seen with the 7. A text that begins from right to left is left as it is.
 */
export function isolated(text: string): ReactNode {
  if (!LEFTWARDS.test(text) || LEFTWARDS.test(/\p{L}/u.exec(text)?.[0] ?? '')) return text;
  return text.split(/([;:,()])/).map((part, index) => {
    const name = part.trim();
    if (!LEFTWARDS.test(name)) return part;
    const start = part.length - part.trimStart().length;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other identity.
      <Fragment key={index}>
        {part.slice(0, start)}
        <bdi>{name}</bdi>
        {part.slice(start + name.length)}
      </Fragment>
    );
  });
}

/** The address when a click on it is harmless: absolute http or https. Anything else is shown as text (T5). */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
