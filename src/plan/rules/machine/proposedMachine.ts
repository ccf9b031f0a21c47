import { didYouMean, problem } from '#base';
import { MODEL_CAPABILITY } from '../../graph/calls';
import { toolLeftOut, toolRefused, toolsAreAllowed } from '../capabilitiesExist';
import { inputFits } from '../inputsFit';

import type { MachineRule } from './machineSubject';

/** T4, P8: a machine that a planner proposed has no more states than a plan of it may have steps. */
export const machineIsBounded: MachineRule = ({ states, proposed, at }) => {
  if (proposed === null || states.length <= proposed.maxSteps) return [];
  const message = `The plan has ${states.length} states: ${states.length} > ${proposed.maxSteps}.`;
  return [problem('PLAN_TOO_LONG', message, 'Propose fewer states.', at(null))];
};

/**
 * P3: every event that a proposed machine publishes is answered in it, by a tool or by a person. A name that nobody knows
 * would wait for ever; the nearest one is told without ever being given to it (case E1).
 */
export const eventsAreAnswered: MachineRule = ({ plan, states, catalogue, proposed, at }) => {
  if (proposed === null) return [];
  const answered = new Set((plan.responders ?? []).map(({ request }) => request));
  return states.flatMap(({ id, action }) => {
    if (action === undefined || answered.has(action.event)) return [];
    const where = at(id, '/action/event');
    if (proposed.leftOut?.has(action.event)) return [toolLeftOut(action.event, where)];
    const known = [...catalogue.keys(), ...(proposed.leftOut ?? [])];
    const help = `${didYouMean(action.event, known)}Publish the id of an allowed tool, or "human.ask".`;
    const isThere = proposed.forbidden?.has(action.event) ?? false;
    return [toolRefused(action.event, isThere, where, help)];
  });
};

/** P8: a proposed machine lets models choose only where its planner may call them. */
export const choicesAreAllowed: MachineRule = ({ states, catalogue, proposed, at }) => {
  if (proposed === null) return [];
  return states.flatMap(({ id, choose }) =>
    choose === undefined ? [] : toolsAreAllowed(MODEL_CAPABILITY, catalogue, proposed, at(id, '/choose')),
  );
};

/** P3, W3: what a capability is given by a proposed machine fits its input schema, as far as it is written out. */
export const machineInputsFit: MachineRule = ({ plan, owners, states, catalogue, proposed, at }) => {
  if (proposed === null) return [];
  const invoked = owners.flatMap(({ id: owner, node }) =>
    (node.invoke ?? []).flatMap(({ capability, input }, index) => {
      const called = capability === undefined ? undefined : catalogue.get(capability);
      if (called === undefined) return [];
      const asked = { id: called.id, input: called.input, given: input, field: `/invoke/${index}/input` };
      return inputFits(asked, (field) => at(owner, field));
    }),
  );
  const published = states.flatMap(({ id: state, action }) => {
    const responder = plan.responders?.find(({ request }) => request === action?.event);
    const called = responder?.capability === undefined ? undefined : catalogue.get(responder.capability);
    // What the responder makes of the event is judged nowhere: it is a template over it.
    if (called === undefined || responder?.input !== undefined) return [];
    const asked = { id: called.id, input: called.input, given: action?.data, field: '/action/data' };
    return inputFits(asked, (field) => at(state, field));
  });
  return [...invoked, ...published];
};
