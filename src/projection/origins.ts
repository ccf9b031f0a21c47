import { type Address, ROOT, withoutInstances } from '#base';
import type { AskingCall } from '#kernel';
import { namesOf } from './names';
import type { NodeRecord, RunView, Waiting } from './runView';

/** Where foreign or personal content came from (P15). */
export interface Origin {
  /** The step that brought it; the address of the run for a file that it was given, and for its session. */
  readonly address: Address;
  readonly name: string;
  /** The capability that brought it; absent where a step brought it whose contents did. */
  readonly tool?: string;
}

/** An argument of a call that waits for leave, and where what it is made of came from. */
export interface ArgumentOrigins {
  /** Undefined where the input is one value. */
  readonly argument: string | undefined;
  readonly from: readonly Origin[];
}

/** The origins of what chose a call that waits for leave; a call that was refused has brought nothing to show. */
export function originsOf(view: RunView, waiting: Waiting): readonly Origin[] {
  return originsAmong(view, callOf(waiting)?.origins);
}

/** The origins of its arguments, of those that have any. */
export function originsOfArguments(view: RunView, waiting: Waiting): readonly ArgumentOrigins[] {
  const carries = callOf(waiting)?.carries ?? [];
  return carries.map(({ argument, from }) => ({
    argument,
    from: originsAmong(view, from),
  }));
}

/** Steps that brought foreign or personal content, as a value that is shown names them. */
export function originsAmong(view: RunView, addresses: readonly Address[] = []): readonly Origin[] {
  return addresses.flatMap((address) => originIn(view, address) ?? []);
}

function callOf({ command }: Waiting): AskingCall | undefined {
  return command?.kind === 'wait' ? command.call : undefined;
}

function originIn(view: RunView, address: Address): Origin | null {
  if (address === ROOT) return { address, name: givenAtStart(view) };
  const record = recordOf(view, address);
  if (record?.status === 'failed' && record.tool === undefined) return null;
  const name = `“${namesOf(view)(address)}”`;
  return { address, name, ...(record?.tool !== undefined && { tool: record.tool }) };
}

/** What a run had before its first step: files, and what its session holds (P16). */
function givenAtStart({ started }: RunView): string {
  const hasFiles = (started?.inputFiles ?? []).length > 0;
  const hasSession = started?.session !== undefined;
  if (hasFiles && hasSession) return 'a file that the run was given, or its session';
  return hasSession ? 'what earlier runs left in its session' : 'a file that the run was given';
}

/** Of a step that ran, whichever of its instances: an origin names all of them. */
function recordOf({ nodes }: RunView, address: Address): NodeRecord | undefined {
  const exact = nodes.get(address);
  if (exact !== undefined) return exact;
  for (const [at, record] of nodes) if (withoutInstances(at) === address) return record;
  return undefined;
}

/** An origin in plain words: `step “Read mail” with mail.read`, `a file that the run was given`. */
export function wordsOfOrigin({ address, name, tool }: Origin): string {
  const what = address === ROOT ? name : `step ${name}`;
  return tool === undefined ? what : `${what} with ${tool}`;
}
