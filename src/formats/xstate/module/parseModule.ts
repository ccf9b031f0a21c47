import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import { type Diagnostic, err, Lines, ok, problem, type Result, type Where } from '#base';
import { isSyntax, type Syntax } from './syntax';

/** The syntax tree of a module in JavaScript or TypeScript, with or without JSX. Nothing is run. */
export function parseModule(source: string): Result<Syntax, Diagnostic> {
  const plain = parsed(source, false);
  if (plain.ok) return plain;
  const withJsx = parsed(source, true);
  return withJsx.ok ? withJsx : plain;
}

function parsed(source: string, jsx: boolean): Result<Syntax, Diagnostic> {
  try {
    const parser = Parser.extend(tsPlugin({ jsx }));
    const program = parser.parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
    return isSyntax(program) ? ok(program) : err(unreadable('it has no program'));
  } catch (cause) {
    // A SyntaxError of the parser, or a RangeError where brackets are nested too deep for the stack.
    const reason = cause instanceof Error ? cause.message.replace(PLACE, '') : 'it cannot be parsed';
    return err(unreadable(reason, placeOf(source, cause)));
  }
}

/** How the parser ends its sentences: with line and column. */
const PLACE = / \(\d+:\d+\)$/;

/** Where the parser stopped: `pos` of its SyntaxError. */
function placeOf(source: string, cause: unknown): Where {
  const offset: unknown = cause instanceof SyntaxError ? Reflect.get(cause, 'pos') : undefined;
  return typeof offset === 'number' ? new Lines(source).at(offset) : {};
}

function unreadable(reason: string, where: Where = {}): Diagnostic {
  return problem(
    'XSTATE_SYNTAX',
    `The module cannot be parsed: ${(reason.split('\n')[0] ?? '').slice(0, 200).replace(/\.$/, '')}.`,
    'Give a module in JavaScript or TypeScript, or the configuration as JSON.',
    where,
  );
}
