import {
  handlesIn,
  isJsonObject,
  isTableHandle,
  type Json,
  type JsonObject,
  type Result,
  type TableHandle,
} from '#base';
import type { Command, Fact, RunError, Usage } from '#kernel';
import { validateJson, type WorkspaceDocument } from '#plan';
import type { Blobs } from './blobs';
import { CallError } from './callError';
import { evaluateJsonata } from './jsonata/evaluate';
import { nameHandles } from './madeHandles';
import { ModelMeter } from './modelMeter';
import {
  type CallContext,
  type CallFlow,
  CallResult,
  type Capabilities,
  type Clock,
  type Models,
  type Progress,
} from './ports';
import type { DocumentReader } from './readDocument';
import type { OpenSession } from './sessions/sessions';
import type { SqlEngine } from './sql';
import { storable } from './storable';
import { tablesIn } from './tables';
import { failureOf } from './thrown';

/** What the calls of one run have in common. */
export interface CallSurroundings {
  readonly runId: string;
  readonly clock: Clock;
  readonly capabilities: Capabilities;
  readonly models: Models;
  readonly documents: readonly WorkspaceDocument[];
  readonly blobs?: Blobs | undefined;
  readonly sql?: SqlEngine | undefined;
  readonly reader: DocumentReader;
  /** The session that the run belongs to (P16), where one is kept. */
  session?(): OpenSession | undefined;
  progress(address: Command['address'], progress: Progress): void;
}

type CallCommand = Extract<Command, { kind: 'call' }>;
type EvaluateCommand = Extract<Command, { kind: 'evaluate' }>;

/** Calls a capability once. Whatever it does, exactly one fact comes of it (cases F1, F2). */
export async function callCapability(
  command: CallCommand,
  around: CallSurroundings,
  signal: AbortSignal,
): Promise<Fact> {
  const meter = new ModelMeter(around.models);
  const work = async () => {
    const capability = around.capabilities.find(command.capability);
    if (!capability) throw new CallError(unknownCapability(command.capability));
    const problem = checkInput(capability.descriptor.input, command);
    if (problem) throw new CallError(problem);
    if (!capability.isLocal) refuseHandles(command);
    nameHandles(command.input);
    return capability.run(command.input, contextOf(command, { ...around, models: meter.models }, signal));
  };
  return outcomeOf(command, around.clock, work, meter);
}

/** Evaluates a TRANSFORM (V3). */
export async function evaluate(
  command: EvaluateCommand,
  around: Pick<CallSurroundings, 'clock'>,
  signal?: AbortSignal,
): Promise<Fact> {
  return outcomeOf(command, around.clock, () =>
    evaluateJsonata(command.expression, command.variables, {}, signal),
  );
}

async function outcomeOf(
  command: CallCommand | EvaluateCommand,
  clock: Clock,
  work: () => Promise<unknown>,
  meter?: ModelMeter,
): Promise<Fact> {
  const begun = clock.now();
  const address = command.address;
  try {
    const { value, usage, flow } = resultOf(await work());
    const durationMs = Math.max(0, clock.now() - begun);
    const took = pricedAt(usage ?? meter?.usage);
    if (value.ok) {
      const { reply: _reply, ...heard } = meter?.heard ?? {};
      return {
        type: 'effect.succeeded',
        address,
        result: value.value,
        ...flow,
        ...took,
        ...heard,
        durationMs,
      };
    }
    return { type: 'effect.failed', address, error: value.problem, ...took, ...meter?.heard, durationMs };
  } catch (thrown) {
    const { error, retryAfterMs, usage } = failureOf(thrown);
    return {
      type: 'effect.failed',
      address,
      error,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...pricedAt(meter?.usage ?? (usage && isUsed(usage) ? usage : undefined)),
      ...meter?.heard,
      durationMs: Math.max(0, clock.now() - begun),
    };
  }
}

interface Returned {
  readonly value: Result<Json, RunError>;
  readonly usage: Usage | undefined;
  readonly flow: CallFlow;
}

function resultOf(returned: unknown): Returned {
  if (!(returned instanceof CallResult)) return { value: storable(returned), usage: undefined, flow: {} };
  const usage = storable(returned.usage);
  return {
    value: storable(returned.value),
    usage: usage.ok && isUsed(returned.usage) ? returned.usage : undefined,
    flow: storable(returned.flow).ok ? returned.flow : {},
  };
}

function isUsed(usage: Usage): boolean {
  return Object.keys(usage).length > 0;
}

function pricedAt(usage: Usage | undefined): { readonly usage?: Usage } {
  return usage === undefined ? {} : { usage: { ...usage } };
}

function checkInput(schema: JsonObject, command: CallCommand): RunError | null {
  const problems = validateJson(schema, asRows(command.input));
  if (problems.length === 0) return null;
  const list = problems.slice(0, 5).map((one) => `${one.path || '/'}: ${one.message}`);
  return {
    code: 'INPUT_INVALID',
    message: `The input of "${command.capability}" does not match its schema: ${list.join('; ')}`,
    help: 'Look at what the step hands over; trying again with the same input cannot help.',
  };
}

/** V6: a table by reference stands for its rows, whatever they are. */
function asRows(input: Json): Json {
  if (!isJsonObject(input)) return input;
  const fields = Object.entries(input);
  if (!fields.some(([, value]) => isTableHandle(value))) return input;
  return Object.fromEntries(
    fields.map(([key, value]) => [key, isTableHandle(value) ? rowsLike(value) : value] as const),
  );
}

function rowsLike({ $table }: TableHandle): Json {
  return $table.rows === 0 ? [] : [{}];
}

/** V6: what is outside cannot ask for the rows of a table. */
function refuseHandles({ capability, input }: CallCommand): void {
  const [handle] = handlesIn(input);
  if (handle === undefined) return;
  throw new CallError({
    code: 'INPUT_TOO_LARGE',
    message: `"${capability}" cannot be handed a whole table of ${'$table' in handle ? `${handle.$table.rows} rows` : `${handle.$blob.bytes} bytes`}.`,
    help: 'Take some of its rows with table.limit, or summarise it, before this step.',
    retryable: false,
  });
}

function unknownCapability(id: string): RunError {
  return {
    code: 'CAPABILITY_UNKNOWN',
    message: `There is no capability "${id}" here.`,
    help: 'Choose one that is listed under capabilities, or bind the name to one.',
  };
}

function contextOf(command: CallCommand, around: CallSurroundings, signal: AbortSignal): CallContext {
  const session = around.session?.();
  return {
    runId: around.runId,
    address: command.address,
    // A call that comes back after its signal is another effect than the one that asked to wait (L7).
    idempotencyKey: `${around.runId}:${command.address}${command.again ? `:${command.again.turn}` : ''}`,
    ...(command.again ? { payload: command.again.payload } : {}),
    signal,
    documents: around.documents,
    ...(around.blobs === undefined ? {} : { tables: tablesIn(around.blobs) }),
    ...(around.sql === undefined ? {} : { sql: around.sql }),
    ...(session === undefined ? {} : { session }),
    readDocument: (document) => around.reader.read(document),
    models: around.models,
    progress: (text) => {
      if (!signal.aborted) around.progress(command.address, { kind: 'text', text: String(text) });
    },
  };
}
