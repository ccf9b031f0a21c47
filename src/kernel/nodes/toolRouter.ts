import { err, ok, type Result } from '#base';
import type { NodeOf } from '#plan';
import { catalogueOf } from '../closure';
import { askForChoice, chosenBy, openCall } from '../dialogue/dialogue';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { Frame } from '../frame';
import { beginContainer, failNode, startTimeout, succeedNode } from '../node';
import type { LeafCall } from '../ports';
import { fillTemplate, fillTextIn, holds, resolveInput } from '../variables';
import type { Behaviour, Start } from './behaviour';
import { callWith, startCall } from './call';

type Router = NodeOf<'TOOL_ROUTER'>;

/**
 * TOOL_ROUTER: calls one of its capabilities. By rule it is a leaf; by model it opens a scope whose calls are the question
 * and then the capability (K2).
 */
export const toolRouter: Behaviour<'TOOL_ROUTER'> = {
  isScripted: true,
  callsItself: byRule,
  call: (draft, ref, node) => (byRule(node) ? firstRoute(draft, draft.frame(ref.frame), node) : null),
  start: (draft, ref, node, attempt) => {
    if (node.params.by === 'model') askForRoute(draft, ref, node, attempt);
    else startCall(draft, ref, attempt, firstRoute(draft, draft.frame(ref.frame), node));
  },
  // The model has chosen a route, which is called; or that call has ended, and its result is the node's.
  onReply: (draft, ref, node, consultation, result) => {
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
  },
};

function byRule({ params }: Router): boolean {
  return params.by !== 'model';
}

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

/** The routes that may be taken now, in their order: those without a condition, and those whose condition holds. */
function openRoutes(
  draft: Draft,
  frame: Frame,
  { params }: Router,
): Result<Router['params']['routes'], RunError> {
  const open: Router['params']['routes'] = [];
  for (const route of params.routes) {
    const held = route.when === undefined ? ok(true) : holds(draft, frame, route.when);
    if (!held.ok) return held;
    if (!held.value) continue;
    open.push(route);
    // By rule the first decides: what comes after it is not even looked at.
    if (params.by !== 'model') break;
  }
  return open.length > 0 ? ok(open) : err(NO_ROUTE);
}

const NO_ROUTE: RunError = {
  code: 'NO_ROUTE',
  message: 'No condition of its routes holds.',
  help: 'Add a last route without a condition, or let the node handle its error.',
};

/** What a route calls: with the input of its own, else with that of the node. */
function callOfRoute(draft: Draft, frame: Frame, node: Router, id: string): Result<LeafCall, RunError> {
  const route = node.params.routes.find((one) => one.id === id);
  if (route === undefined) return err(NO_ROUTE);
  const input =
    route.input === undefined ? resolveInput(draft, frame, node) : fillTemplate(draft, frame, route.input);
  return callWith(input, route.capability);
}

function firstRoute(draft: Draft, frame: Frame, node: Router): Result<LeafCall, RunError> {
  const open = openRoutes(draft, frame, node);
  return open.ok ? callOfRoute(draft, frame, node, open.value[0]?.id ?? '') : open;
}
