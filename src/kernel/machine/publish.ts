import { type Json, type JsonObject, ok, type Result } from '#base';
import type { MachineEffect } from '#compile';
import { compileTemplate, fill, fillText, type PlanNode, type Responder } from '#plan';
import type { Draft } from '../draft';
import type { RunError } from '../fact';
import type { NodeRef } from '../frame';
import type { Purpose } from '../work';
import { type Begin, beginActivity, failMachine, nameOfAction } from './finish';

import { machineOf, startedMachine, stateAddress } from './machine';

type Publish = Extract<MachineEffect, { kind: 'publish' }>;

/**
 * A state's action publishes its event (M2): the first responder whose request it is answers, a capability, a plan or a
 * person; without one the response is waited for from outside. Its `correlationId` is the run's id and the address of
 * the state: unique, and told to whoever is to answer.
 */
export function publish(draft: Draft, ref: NodeRef, effect: Publish): void {
  const run = machineOf(draft, ref);
  const { plan } = startedMachine(draft, ref);
  const address = stateAddress(run, effect.state);
  const responder = plan.responders?.find(({ request }) => request === effect.event);
  const correlationId = `${draft.start.runId}${address}`;
  const { event, data, response, failure } = effect;
  draft.emit({
    address,
    data: { correlationId, data, event, ...(response === null ? {} : { response }) },
    kind: 'event.published',
  });
  const purpose: Purpose =
    response === null || failure === null
      ? { kind: 'told' }
      : { awaited: { came: null, correlationId, failure, response }, kind: 'action' };
  if (responder === undefined && response === null) return;
  const asked = askedOf(responder, { event, data }, draft.has('handles'));
  if (!asked.ok) {
    failMachine(draft, ref, asked.problem);
    return;
  }
  const id = responder?.plan === undefined ? nameOfAction(draft, ref, effect.state) : responder.id;
  const begin = responder === undefined ? fromOutside(id, purpose) : responding(id, responder, asked.value);
  beginActivity(draft, ref, { ...begin, purpose, state: effect.state });
}

/** What a responder is given: its `input` filled with the published event, and the words for a person. */
function askedOf(
  responder: Responder | undefined,
  event: { readonly event: string; readonly data: Json },
  handles: boolean,
): Result<JsonObject, RunError> {
  const scope = { event: { data: event.data, type: event.event } };
  const input = responder?.input === undefined ? ok(event.data) : filled(responder.input, scope, handles);
  if (!input.ok) return input;
  const message = compileTemplate(responder?.message ?? event.event);
  const words = message.ok ? fillText(message.value, scope, handles) : null;
  return ok({ input: input.value, message: words?.ok ? words.value : event.event });
}

function filled(template: Json, scope: JsonObject, handles: boolean): Result<Json, RunError> {
  const compiled = compileTemplate(template);
  const value = compiled.ok ? fill(compiled.value, scope, handles) : null;
  if (value?.ok) return value;
  const message = value ? value.problem.message : 'The input of a responder cannot be read.';
  return { ok: false, problem: { code: 'EXPRESSION_ERROR', message } };
}

type Answering = Pick<Begin, 'node' | 'given' | 'ports'>;

function responding(id: string, responder: Responder, given: JsonObject): Answering {
  const { capability, plan, schema, timeoutMs } = responder;
  const bounded = timeoutMs === undefined ? {} : { timeoutMs };
  const input = '{{ input }}';
  if (capability !== undefined)
    return { given, node: { id, input, params: { capability }, type: 'CAPABILITY', ...bounded } };
  if (plan !== undefined)
    return { given, node: { id, input, params: { plan }, type: 'SUB_PLAN', ...bounded } };
  const asking = { message: '{{ message }}', timeoutMs: timeoutMs ?? null };
  const params = schema === undefined ? asking : { ...asking, schema };
  return { given, node: { id, params, type: 'HUMAN_INPUT' } };
}

/** Nobody in the run answers: a signal does (M2). It hears only what comes while it waits. */
function fromOutside(id: string, purpose: Purpose): Answering {
  const { response, failure } = purpose.kind === 'action' ? purpose.awaited : { failure: '', response: '' };
  const node: PlanNode = {
    id,
    type: 'EVENT_WAIT',
    params: {
      events: [
        { event: response, id: 'response' },
        { event: failure, id: 'failure' },
      ],
      mode: 'transient',
    },
  };
  return { given: {}, node, ports: ['response', 'failure'] };
}
