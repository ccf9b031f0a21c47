import type { Json } from '#base';
import type { NodeOf } from '#plan';
import { catalogueOf } from '../catalogue';
import { askForChoice, chosenBy } from '../consulting/choose';
import { openCall } from '../consulting/consult';
import type { Consultation } from '../consulting/consultation';
import { callOfRoute, leafCall, openRoutes } from '../consulting/leafCall';
import { startScripted } from '../consulting/scripted';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../nodeRef';
import { failNode, succeedNode } from '../settle';
import { fillTextIn, resolveInput } from '../values';
import { beginContainer, beginLeaf, startTimeout } from './activate';
import type { Start } from './behaviour';
import { issueCall } from './capability';

type Router = NodeOf<'TOOL_ROUTER'>;

/**
 * TOOL_ROUTER: calls one of its capabilities. By rule it is a leaf; by model it opens a scope whose calls are the question
 * and then the capability (K2).
 */
export const startToolRouter: Start<'TOOL_ROUTER'> = (draft, ref, node, attempt) => {
  if (startScripted(draft, ref, node, attempt)) return;
  if (node.params.by === 'model') askForRoute(draft, ref, node, attempt);
  else callFirst(draft, ref, node, attempt);
};

const callFirst: Start<'TOOL_ROUTER'> = (draft, ref, node, attempt) => {
  const call = leafCall(draft, ref, node);
  if (call === null) return;
  const address = beginLeaf(draft, ref, attempt, { kind: 'calling' }, call.ok ? call.value.input : undefined);
  const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
  if (!call.ok) return fail(call.problem);
  const refused = issueCall(draft, ref, address, call.value.capability, call.value.input);
  if (refused !== null) return fail(refused);
  startTimeout(draft, ref);
};

const askForRoute: Start<'TOOL_ROUTER'> = (draft, ref, node, attempt) => {
  const frame = draft.frame(ref.frame);
  const input = resolveInput(draft, frame, node);
  const question = fillTextIn(draft, frame, node.params.question ?? USUAL_QUESTION);
  const routes = openRoutes(draft, frame, node);
  beginContainer(draft, ref, attempt, { kind: 'calling' }, input.ok ? input.value : undefined);
  const fail = (error: RunError): void => failNode(draft, ref, error, { final: true });
  if (!input.ok) return fail(input.problem);
  if (!question.ok) return fail(question.problem);
  if (!routes.ok) return fail(routes.problem);
  startTimeout(draft, ref);
  const known = catalogueOf(draft.start.closure);
  const choices = routes.value.map(({ id, capability, description }) => {
    return { id, description: description ?? known.get(capability)?.description };
  });
  askForChoice(draft, ref, question.value, choices, input.value);
};

const USUAL_QUESTION = 'Which of these tools fits what is given?';

/** The model has chosen a route, which is called; or that call has ended, and its result is the node's. */
export function afterRouting(
  draft: Draft,
  ref: NodeRef,
  node: Router,
  consultation: Consultation,
  result: Json,
): void {
  if (consultation.topic.kind === 'route') {
    succeedNode(draft, ref, { ports: ['out'], result });
    return;
  }
  const chosen = chosenBy(draft, ref, consultation, result);
  if (chosen === null) return;
  if (typeof chosen !== 'string') {
    failNode(draft, ref, chosen);
    return;
  }
  const call = callOfRoute(draft, draft.frame(ref.frame), node, chosen);
  if (!call.ok) {
    failNode(draft, ref, call.problem, { final: true });
    return;
  }
  const about = { topic: { kind: 'route' }, question: null, model: consultation.model } as const;
  openCall(draft, ref, { ...call.value, purpose: 'call' }, { ...about, before: consultation });
}
