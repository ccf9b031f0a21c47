import { type Address, isJsonObject, isTableHandle, type Json, own } from '#base';
import { type Names, namesOf, nodeAtAddress } from './names';
import type { NodeRecord, RunView } from './runView';

/** One step on the way to an answer. */
export interface AnswerStep {
  readonly address: Address;
  /** What its card is called. */
  readonly title: string;
  /** Id of the capability that it called. */
  readonly tool: string;
  readonly input: Json;
  readonly result: Json;
  /** How many rows went in and came out; null where there were none. */
  readonly rowsIn: number | null;
  readonly rowsOut: number | null;
}

/**
 * How an answer came about: the steps that succeeded beside the one which said it and before it, in the order in which they
 * began; where no step said just this, all steps. Steps are what called a capability. Read from the run, and stored nowhere.
 *
 * @param text the answer
 */
export function answerSteps(text: string | null, view: RunView): readonly AnswerStep[] {
  const names = namesOf(view);
  const records = [...view.nodes.values()];
  // What holds the step, an executor or a container, hands its text on, and began before it.
  const said = records.findLastIndex((record) => text !== null && saysText(record, text));
  const before = said < 0 ? records : records.slice(0, said).filter(besides(records[said]));
  return before.flatMap((record) => stepOf(record, names, view));
}

function saysText({ result }: NodeRecord, text: string): boolean {
  return isJsonObject(result) && own(result, 'text') === text;
}

function besides(sayer: NodeRecord | undefined): (record: NodeRecord) => boolean {
  const scope = sayer && scopeWithoutRevision(sayer.address);
  return ({ address }) => scopeWithoutRevision(address) === scope;
}

/** R13: steps that began in an earlier revision of the same plan belong to it. */
function scopeWithoutRevision(address: Address): string {
  return address.slice(0, address.lastIndexOf('/')).replace(/@\d+$/, '');
}

function stepOf(record: NodeRecord, names: Names, view: RunView): readonly AnswerStep[] {
  const { address, status, attempts, input = null, result = null } = record;
  if (status !== 'succeeded' || attempts.length === 0 || view.planning.has(address)) return [];
  const tool = toolAt(address, view);
  if (tool === null) return [];
  const title = names(address);
  return [{ address, title, tool, input, result, rowsIn: rowsOf(input), rowsOut: rowsOf(result) }];
}

function toolAt(address: Address, view: RunView): string | null {
  const main = view.started?.closure.plans[0];
  const node = nodeAtAddress(address, main?.kind === 'capability' ? main : null, view);
  return node?.type === 'CAPABILITY' ? node.params.capability : null;
}

/** How many rows a step took or gave, also by reference (V6). */
function rowsOf(value: Json): number | null {
  const rows = isJsonObject(value) ? own(value, 'rows') : undefined;
  if (Array.isArray(rows)) return rows.length;
  return isTableHandle(rows) ? rows.$table.rows : null;
}
