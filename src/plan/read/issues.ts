import {
  type Diagnostic,
  didYouMean,
  escapePointer,
  isJsonArray,
  isJsonObject,
  type Json,
  problem,
  type Where,
} from '#base';
import { type AnySchema, fieldsFor, schemaInside, type z } from '../fields/inspect';

/**
 * Where a path into a document is, in the words of a diagnostic: the plan and node that it passes, and the rest
 * as a JSON Pointer (RFC 6901) into the innermost node, or into the whole document where there is none.
 *
 * @param around what is known already, when the value is a part of a document
 */
export function whereIs(root: Json, path: readonly PropertyKey[], around: Where = {}): Where {
  let value: Json | undefined = root;
  let where: Where = around;
  let fieldFrom = 0;
  for (const [position, key] of path.entries()) {
    value = valueAt(value, key);
    const id = isJsonObject(value) && typeof value.id === 'string' ? value.id : undefined;
    const collection = path[position - 1];
    if (id === undefined || typeof key !== 'number') continue;
    if (collection === 'plans') where = { ...where, plan: id };
    if (collection !== 'nodes') continue;
    where = { ...where, node: id };
    fieldFrom = position + 1;
  }
  const field = pointerOf(path.slice(fieldFrom));
  return field === '' ? where : { ...where, field };
}

/** A path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${escapePointer(String(key))}`).join('');
}

/** The value at the end of a path, undefined where the path leaves the value. */
function valueAtPath(root: Json, path: readonly PropertyKey[]): Json | undefined {
  return path.reduce<Json | undefined>(valueAt, root);
}

function valueAt(value: Json | undefined, key: PropertyKey): Json | undefined {
  if (isJsonArray(value)) return typeof key === 'number' ? value[key] : undefined;
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? value[String(key)] : undefined;
  return undefined;
}

type Issue = z.core.$ZodIssue;

/** What of a document is judged: its schema, its value, and where it lies if it is a part of something. */
interface Judged {
  readonly schema: AnySchema;
  readonly value: Json;
  readonly around: Where;
}

/** All issues that the schema found, each as one diagnostic in plain words. */
export function diagnosticsOf(issues: readonly Issue[], judged: Judged): readonly Diagnostic[] {
  return issues.flatMap((issue) => diagnosticsOfIssue(issue, issue.path, judged));
}

function diagnosticsOfIssue(
  issue: Issue,
  path: readonly PropertyKey[],
  judged: Judged,
): readonly Diagnostic[] {
  const where = whereIs(judged.value, path, judged.around);
  switch (issue.code) {
    case 'unrecognized_keys':
      // That one has a diagnostic of its own (case C1).
      return issue.keys.filter((key) => key !== '__proto__').map((key) => unknownKey(key, path, judged));
    case 'invalid_union':
      return holdsTextAndFile(valueAtPath(judged.value, path), path)
        ? [textAndFile(path, judged)]
        : ofUnion(issue, path, judged);
    case 'invalid_key':
      return [invalidName(String(path.at(-1) ?? ''), issue.issues[0]?.message ?? 'is no valid name', where)];
    case 'custom':
      return [invalidName(shown(valueAtPath(judged.value, path)), issue.message, where)];
    default:
      return [invalidValue(issue, path, judged, where)];
  }
}

function unknownKey(key: string, path: readonly PropertyKey[], judged: Judged): Diagnostic {
  const known = knownKeys(path, judged);
  const where = whereIs(judged.value, [...path, key], judged.around);
  return problem(
    'UNKNOWN_KEY',
    `"${key}" is not a known key here.`,
    `${didYouMean(key, known)}Remove it, or keep foreign data under "source".`,
    where,
  );
}

function knownKeys(path: readonly PropertyKey[], judged: Judged): readonly string[] {
  let schema: AnySchema | null = judged.schema;
  let value: Json | undefined = judged.value;
  for (const key of path) {
    schema = schema && schemaInside(schema, value, key);
    value = valueAt(value, key);
  }
  const fields = schema && isJsonObject(value) ? fieldsFor(schema, value) : null;
  return [...(fields?.keys() ?? [])];
}

function ofUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  judged: Judged,
): readonly Diagnostic[] {
  if (issue.errors.length === 0) return [unknownKind(issue, path, judged)];
  // The option that the value was meant for is the one whose complaints are inside it, not about its whole.
  const inside = issue.errors.filter((option) => option.every((one) => !isAboutWhole(one)));
  const meant = inside.toSorted((a, b) => a.length - b.length)[0] ?? issue.errors[0] ?? [];
  return meant.flatMap((one) => diagnosticsOfIssue(one, [...path, ...one.path], judged));
}

/** W8: a document that holds its text and names a file, too, so that nobody knows which of them it is. */
function holdsTextAndFile(value: Json | undefined, [collection]: readonly PropertyKey[]): boolean {
  return collection === 'documents' && isJsonObject(value) && 'text' in value && 'file' in value;
}

function textAndFile(path: readonly PropertyKey[], judged: Judged): Diagnostic {
  return problem(
    'DOCUMENT_TWICE',
    'A document has either "text" or "file", and this one has both.',
    'Remove the one that it is not.',
    whereIs(judged.value, path, judged.around),
  );
}

function isAboutWhole(issue: Issue): boolean {
  return issue.path.length === 0 && issue.code !== 'unrecognized_keys';
}

function unknownKind(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  judged: Judged,
): Diagnostic {
  const value = valueAtPath(judged.value, path);
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];
  const message =
    value === undefined
      ? `"${String(path.at(-1))}" is missing.`
      : `${shown(value)} is not one of the known values.`;
  const hint = typeof value === 'string' ? didYouMean(value, options) : '';
  return problem(
    'INVALID_VALUE',
    message,
    `${hint}It may be ${listed(options)}.`,
    whereIs(judged.value, path, judged.around),
  );
}

function invalidName(name: string, reason: string, where: Where): Diagnostic {
  return problem(
    'INVALID_NAME',
    `${name === '' ? 'An empty name' : quoted(name)} ${reason}.`,
    'Choose another name.',
    where,
  );
}

function invalidValue(issue: Issue, path: readonly PropertyKey[], judged: Judged, where: Where): Diagnostic {
  const key = path.length === 0 ? 'The document' : `"${String(path.at(-1))}"`;
  const value = valueAtPath(judged.value, path);
  if (value === undefined) {
    return problem('MISSING_KEY', `${key} is missing.`, `Add ${key}: ${wanted(issue)}.`, where);
  }
  return problem('INVALID_VALUE', `${key} is ${shown(value)}.`, `It must be ${wanted(issue)}.`, where);
}

/** What a schema wants, in words. */
function wanted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return WORDS[issue.expected] ?? `of type ${issue.expected}`;
    case 'invalid_value':
      return listed(issue.values.map((value) => JSON.stringify(value) ?? String(value)));
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_format':
      return `text that matches ${issue.pattern ?? issue.format}`;
    default:
      return issue.message;
  }
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

function listed(options: readonly string[]): string {
  if (options.length < 2) return options.join('');
  return `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (isJsonArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return quoted(typeof value === 'string' ? value : String(value), typeof value === 'string');
}

function quoted(text: string, asText = true): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return asText && !short.startsWith('"') ? `"${short}"` : short;
}
