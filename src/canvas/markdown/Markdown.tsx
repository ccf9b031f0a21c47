import { lexer, type Token, type Tokens } from 'marked';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { safeHref } from './safeHref';

/**
 * Markdown as React elements (T5): the text is only ever split into tokens, never turned into HTML. HTML in it is
 * shown as text, links lead to http and https only, images are named and not loaded.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{blocks(lexer(text, { gfm: true, breaks: true }))}</div>;
});

function blocks(tokens: readonly Token[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one text have no other identity.
  return tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>);
}

const inline = blocks;

function block(token: Token): ReactNode {
  if (isToken(token, 'heading')) return heading(token);
  if (isToken(token, 'paragraph')) return <p>{inline(token.tokens)}</p>;
  if (isToken(token, 'list')) return list(token);
  if (isToken(token, 'blockquote')) return <blockquote>{blocks(token.tokens)}</blockquote>;
  if (isToken(token, 'code'))
    return (
      <pre>
        <code>{token.text}</code>
      </pre>
    );
  if (isToken(token, 'hr')) return <hr />;
  if (isToken(token, 'table')) return table(token);
  if (isToken(token, 'space') || isToken(token, 'def')) return null;
  return span(token);
}

function span(token: Token): ReactNode {
  if (isToken(token, 'strong')) return <strong>{inline(token.tokens)}</strong>;
  if (isToken(token, 'em')) return <em>{inline(token.tokens)}</em>;
  if (isToken(token, 'del')) return <del>{inline(token.tokens)}</del>;
  if (isToken(token, 'codespan')) return <code>{token.text}</code>;
  if (isToken(token, 'br')) return <br />;
  if (isToken(token, 'link')) return link(token);
  if (isToken(token, 'image')) return <em>image: {token.text || token.href}</em>;
  if (isToken(token, 'escape')) return token.text;
  if (isToken(token, 'text')) return token.tokens ? inline(token.tokens) : unescapeEntities(token.text);
  return token.raw;
}

function heading(token: Tokens.Heading): ReactNode {
  // The page has its own first headings; those of a note come below them.
  return createElement(`h${Math.min(6, token.depth + 2)}`, null, inline(token.tokens));
}

function list(token: Tokens.List): ReactNode {
  const items = token.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items of one text have no other identity.
    <li key={index}>
      {item.task && <span>{item.checked ? '☑ ' : '☐ '}</span>}
      {blocks(item.tokens)}
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function link(token: Tokens.Link): ReactNode {
  const href = safeHref(token.href);
  if (href === null) return inline(token.tokens);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="nodrag">
      {inline(token.tokens)}
    </a>
  );
}

function table(token: Tokens.Table): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], tag: 'th' | 'td'): ReactNode =>
    row.map((cell, index) => createElement(tag, { key: index }, inline(cell.tokens)));
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
