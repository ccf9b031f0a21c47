import { type Diagnostic, err, isJsonObject, type Json, LIMITS, parseJson, type Result } from '#base';
import { inputDefaults, type Plan } from '#plan';
import { type EvalResults, readResults, readSuite, SUITE_FORMAT, type Suite } from '#proving';
import { pathOfSuite, SAMPLES } from '#samples';
import { readTextFile } from '../library/documentFromFile';
import { fetchOwn } from '../state/services';
import type { Session } from '../state/session';

/** A suite, and the document that it was read from. */
export interface OpenSuite {
  readonly suite: Suite;
  readonly source: Json;
}

type Read<Value> = Result<Value, readonly Diagnostic[]>;

export function openSuite(source: Json): Read<OpenSuite> {
  const suite = readSuite(source);
  return suite.ok ? { ok: true, value: { suite: suite.value, source } } : suite;
}

/** The suite that a workspace was put to here before, with what came of it, else that of its template; null where there is none. */
export async function groundOf(
  session: Session,
): Promise<(OpenSuite & { readonly results: EvalResults | null }) | null> {
  const kept = await session.storage.settings.get(keyOf(session));
  if (isJsonObject(kept)) {
    const opened = openSuite(kept.suite ?? null);
    const results = readResults(kept.results ?? null);
    if (opened.ok) return { ...opened.value, results: results.ok ? results.value : null };
  }
  const template = SAMPLES.find(({ id }) => id === session.editor.workspace.id);
  if (template === undefined) return null;
  const opened = fromText(await fetchOwn(pathOfSuite(template.id)), openSuite);
  return opened.ok ? { ...opened.value, results: null } : null;
}

/** Keeps what is proven here, so that a page that is lost goes on where it stopped. */
export async function keepGround(session: Session, suite: Json, results: EvalResults): Promise<void> {
  await session.storage.settings.set(keyOf(session), { suite, results: JSON.parse(JSON.stringify(results)) });
}

function keyOf({ id }: Session): string {
  return `proving.${id}`;
}

export async function suiteIn(file: File): Promise<Read<OpenSuite>> {
  return readFrom(file, openSuite);
}

export async function resultsIn(file: File): Promise<Read<EvalResults>> {
  return readFrom(file, readResults);
}

async function readFrom<Value>(file: File, reader: (value: Json) => Read<Value>): Promise<Read<Value>> {
  const text = await readTextFile(file);
  return text.ok ? fromText(text.value, reader) : err([text.problem]);
}

function fromText<Value>(text: string, reader: (value: Json) => Read<Value>): Read<Value> {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  return parsed.ok ? reader(parsed.value) : err([parsed.problem]);
}

/** A suite to begin with: the plan as it is drawn, with its own inputs, has to come to its end. */
export function firstSuite(plan: Plan): Json {
  return {
    format: SUITE_FORMAT,
    version: 1,
    name: plan.name ?? plan.id,
    plan: plan.id,
    subjects: [{ id: 'As drawn' }],
    cases: [
      {
        id: 'With its own inputs',
        input: inputDefaults(plan.variables),
        checks: [{ on: 'outcome', that: 'status == "completed"', as: 'It comes to its end' }],
      },
    ],
  };
}
