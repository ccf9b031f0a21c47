import {
  type Diagnostic,
  hasErrors,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  parseJson,
  problem,
  sizeText,
  utf8Length,
} from '#base';
import { migrate } from '../migrations/migrate';
import { checkGraph } from '../rules/checkGraph';
import { nestedTooDeep } from '../rules/containersTooDeep';
import { structureOfWorkspace } from '../rules/idsAreUnique';
import { FORMAT, VERSION, type Workspace, workspaceSchema } from '../schema/workspace';
import { jsonWarnings } from './jsonWarnings';
import { readShape } from './part';
import { unknownNodeTypes } from './unknownNodeTypes';

/** What became of a text or value that wanted to be a workspace. */
export type ReadOutcome =
  | {
      readonly kind: 'document';
      readonly workspace: Workspace;
      /** The version of the format that it was written in; it was migrated from there (W5). */
      readonly version: number;
      /** Warnings only. */
      readonly diagnostics: readonly Diagnostic[];
    }
  /** Made with a newer version: shown, not run, and written back byte for byte (W5, case A8). */
  | {
      readonly kind: 'readOnly';
      readonly text: string;
      readonly name: string;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * The one door through which workspaces come in (W3): file, paste, link, template, restored state, command line.
 * Limits → parse → migrate → validate → normalise. All problems are listed; nothing is repaired or dropped.
 *
 * @param text JSON, with or without a byte order mark; at most `LIMITS.importBytes` bytes of UTF-8
 * @example
 * const outcome = read(text);
 * if (outcome.kind === 'document') open(outcome.workspace);
 */
export function read(text: string): ReadOutcome {
  if (text.length > LIMITS.importBytes || utf8Length(text) > LIMITS.importBytes)
    return refuse([tooLarge(text)]);
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok) return refuse([nestedIn(text, parsed.problem) ?? parsed.problem]);
  return readValue(parsed.value, text, jsonWarnings(text));
}

/** How deep a text is looked into that has too many levels, to say what in it is nested. */
const LOOKED_INTO = 16 * LIMITS.jsonDepth;

/** A text of too many levels may be one of containers inside each other: then that is what is said. */
function nestedIn(text: string, { code }: Diagnostic): Diagnostic | null {
  const deeper = code === 'JSON_TOO_DEEP' ? parseJson(text, LOOKED_INTO) : null;
  return deeper?.ok ? nestedTooDeep(deeper.value) : null;
}

/** The same for a value that is parsed already. */
export function readJson(value: Json): ReadOutcome {
  return readValue(value, null, []);
}

function readValue(value: Json, text: string | null, warnings: readonly Diagnostic[]): ReadOutcome {
  if (!isJsonObject(value) || value.format !== FORMAT) return refuse([...warnings, notAWorkspace(value)]);
  const version = value.version;
  if (typeof version === 'number' && Number.isInteger(version) && version > VERSION)
    return readOnly(value, text, [newer(version), ...warnings]);
  const migrated = migrate(value);
  if (!migrated.ok) return refuse([...warnings, migrated.problem]);
  const unknown = unknownNodeTypes(migrated.value);
  const shape = readShape(workspaceSchema, migrated.value);
  if (unknown.length > 0) return readOnly(value, text, [...unknown, ...warnings]);
  if (!shape.ok) return refuse([...shape.problem, ...warnings]);
  const structure = structureOfWorkspace(shape.value);
  if (hasErrors(structure)) return refuse([...structure, ...graphProblems(shape.value), ...warnings]);
  // What was migrated had one.
  const from = typeof version === 'number' ? version : VERSION;
  return { kind: 'document', workspace: shape.value, version: from, diagnostics: warnings };
}

/** A document that cannot be opened is mended by hand: better to say everything at once. */
function graphProblems(workspace: Workspace): readonly Diagnostic[] {
  return workspace.plans.flatMap((plan) => (plan.kind === 'capability' ? checkGraph(plan) : []));
}

function refuse(diagnostics: readonly Diagnostic[]): ReadOutcome {
  return { kind: 'refused', diagnostics };
}

function readOnly(value: JsonObject, text: string | null, diagnostics: readonly Diagnostic[]): ReadOutcome {
  const name = typeof value.name === 'string' ? value.name : '';
  return { kind: 'readOnly', text: text ?? JSON.stringify(value), name, diagnostics };
}

function tooLarge(text: string): Diagnostic {
  const size = sizeText(utf8Length(text));
  return problem(
    'FILE_TOO_LARGE',
    `The file has ${size}; at most ${sizeText(LIMITS.importBytes)} are read.`,
    'Move large documents out of the workspace and import them where they are needed.',
  );
}

function notAWorkspace(value: Json): Diagnostic {
  const isPlan = isJsonObject(value) && (value.kind === 'capability' || value.kind === 'state-machine');
  return problem(
    'NOT_A_WORKSPACE',
    `This is JSON, but not a Planloom workspace: "format" is not "${FORMAT}".`,
    isPlan
      ? 'It looks like a single plan: import it as a plan.'
      : 'Choose a file that Planloom wrote, or import it in the format that it has.',
    { field: '/format' },
  );
}

function newer(version: number): Diagnostic {
  return problem(
    'NEWER_VERSION',
    `This workspace was made with a newer version of Planloom (format ${version}, this one knows ${VERSION}).`,
    'Update Planloom to edit or run it.',
    { field: '/version' },
  );
}
