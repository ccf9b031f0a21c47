import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  plainText,
  problem,
  withCall,
} from '#base';
import { type NodeOf, titleOf, validateJson } from '#plan';
import type { RunError } from '../fact';
import { beginLeaf, failNode, issueTimeout, succeedNode } from '../node';
import { fillTextIn, resolveInput } from '../variables';
import type { Behaviour } from './behaviour';

/** HUMAN_INPUT: waits for an answer, as long as `params.timeoutMs` says (L9). */
export const humanInput: Behaviour<'HUMAN_INPUT'> = {
  start: (draft, ref, node, attempt) => {
    const frame = draft.frame(ref.frame);
    const { params } = node;
    const message = fillTextIn(draft, frame, params.message ?? titleOf(node));
    const input = resolveInput(draft, frame, node);
    const given = input.ok ? input.value : undefined;
    const address = beginLeaf(draft, ref, attempt, { kind: 'asking' }, given);
    const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
    if (!message.ok) return fail(message.problem);
    if (!input.ok) return fail(input.problem);
    draft.emit({ address, data: { for: 'answer', message: message.value }, kind: 'node.waiting' });
    draft.issue(ref, {
      address,
      decisions: params.decisions ?? [],
      for: 'answer',
      kind: 'wait',
      message: message.value,
      schema: params.schema ?? null,
    });
    issueTimeout(draft, ref, withCall(address, 'timeout'), params.timeoutMs);
  },
  onAnswer: (draft, ref, node, value) => {
    const refused = whyNone(node, value);
    if (refused !== null) return refused;
    draft.answered(draft.active(ref).address);
    succeedNode(draft, ref, { ports: [portOfAnswer(node, value)], result: value });
    return null;
  },
  onTimeout: (draft, ref) => {
    succeedNode(draft, ref, { ports: ['timeout'], result: null });
  },
};

/** Why an answer is none (L9): it names no decision, or its fields violate the schema. */
function whyNone(node: NodeOf<'HUMAN_INPUT'>, value: Json): Diagnostic | null {
  const { decisions = [], schema } = node.params;
  if (decisions.length === 0) return schema ? violation(schema, value) : null;
  const decision = isJsonObject(value) ? value.decision : undefined;
  if (!isJsonObject(value) || !decisions.some(({ id }) => id === decision)) {
    return problem(
      'DECISION_UNKNOWN',
      `The answer names none of the decisions: ${decisions.map(({ id }) => id).join(', ')}.`,
      'Answer with {"decision": …} and one of these.',
      { node: node.id },
    );
  }
  const { decision: _decision, ...fields } = value;
  return schema ? violation(schema, fields) : null;
}

function violation(schema: JsonObject, value: Json): Diagnostic | null {
  const [first] = validateJson(schema, value);
  if (first === undefined) return null;
  return problem(
    'ANSWER_INVALID',
    `The answer does not fit the form${first.path === '' ? '' : ` at ${first.path}`}: ${first.message}`,
    'Mend that field and answer again; the run goes on waiting.',
    { field: first.path },
  );
}

/** The port that an answer takes: its decision, or `out` (R5). */
function portOfAnswer(node: NodeOf<'HUMAN_INPUT'>, value: Json): string {
  if ((node.params.decisions ?? []).length === 0) return 'out';
  return isJsonObject(value) ? plainText(value.decision) : 'out';
}
