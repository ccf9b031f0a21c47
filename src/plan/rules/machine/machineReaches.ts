import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { invocationsOf, MODEL_CAPABILITY } from '../../graph/calls';
import { toolLeftOut, toolRefused, toolsAreAllowed } from '../capabilitiesExist';
import { inputFits } from '../inputsFit';
import { leadsBack } from '../references';
import { type MachineRule, type MachineSubject, machineActions } from './machineSubject';

/** M1: every delay is one, and a named one is of the plan. */
export const delaysAreGiven: MachineRule = (subject) => {
  const { plan, owners, at } = subject;
  const known = (plan.delays ?? []).map(({ name }) => name);
  const ofDelay = (
    { delay, delayMs }: { readonly delay?: string | undefined; readonly delayMs?: number | undefined },
    isNeeded: boolean,
    where: Where,
  ): readonly Diagnostic[] => {
    if (delay !== undefined && delayMs !== undefined)
      return [problem('DELAY_DOUBLE', 'There are two delays.', 'Keep "delayMs" or "delay".', where)];
    if (delay === undefined && delayMs === undefined)
      return isNeeded
        ? [problem('DELAY_MISSING', 'There is no delay.', 'Give "delayMs", or "delay".', where)]
        : [];
    if (delay === undefined || known.includes(delay)) return [];
    const help = `${didYouMean(delay, known)}Say in the machine's "delays" how long it is.`;
    return [problem('DELAY_UNKNOWN', `The delay "${delay}" is only a name.`, help, where)];
  };
  return [
    ...owners.flatMap(({ id, node }) =>
      (node.after ?? []).flatMap((transition, index) => ofDelay(transition, true, at(id, `/after/${index}`))),
    ),
    ...machineActions(subject).flatMap(({ action, owner, field }) =>
      action.type === 'raise' || action.type === 'send' ? ofDelay(action, false, at(owner, field)) : [],
    ),
  ];
};

/** M1, M2: capabilities, plans and invocations that a machine names are there. */
export const machineReaches: MachineRule = (subject) => [
  ...ofInvocations(subject),
  ...ofActions(subject),
  ...ofResponders(subject),
  ...(subject.plan.onTransition === undefined
    ? []
    : ofCapability(subject.plan.onTransition, subject, subject.at(null, '/onTransition'))),
];

function ofInvocations(subject: MachineSubject): readonly Diagnostic[] {
  return subject.owners.flatMap(({ id: owner, node }) => {
    const ids = invocationsOf(node);
    return (node.invoke ?? []).flatMap(({ capability, plan }, index) => {
      const at = (field: string): Where => subject.at(owner, `/invoke/${index}${field}`);
      const called = oneOf(capability, plan, subject, at);
      if (ids.indexOf(ids[index] ?? '') === index) return called;
      const message = `Two invocations here are called "${ids[index]}".`;
      return [problem('DUPLICATE_ID', message, 'Give each its own id.', at('/id')), ...called];
    });
  });
}

function oneOf(
  capability: string | undefined,
  plan: string | undefined,
  subject: MachineSubject,
  at: (field: string) => Where,
): readonly Diagnostic[] {
  if (capability !== undefined && plan !== undefined)
    return [problem('INVOCATION_DOUBLE', 'It names a capability and a plan.', 'Keep one of them.', at(''))];
  if (capability !== undefined) return ofCapability(capability, subject, at('/capability'));
  if (plan !== undefined) return ofPlan(plan, subject, at('/plan'));
  return [
    problem('INVOCATION_EMPTY', 'It names neither a capability nor a plan.', 'Name one of them.', at('')),
  ];
}

function ofActions(subject: MachineSubject): readonly Diagnostic[] {
  const invocations = subject.owners.flatMap(({ node }) => invocationsOf(node));
  return machineActions(subject).flatMap(({ action, owner, field }) => {
    if (action.type === 'call')
      return ofCapability(action.capability, subject, subject.at(owner, `${field}/capability`));
    if (action.type !== 'send' || invocations.includes(action.to)) return [];
    const help = `${didYouMean(action.to, invocations)}Name an invocation of this machine.`;
    const where = subject.at(owner, `${field}/to`);
    return [problem('INVOCATION_UNKNOWN', `There is no invocation "${action.to}".`, help, where)];
  });
}

/** M2: one who answers is a capability, a plan, or neither: a person. */
function ofResponders(subject: MachineSubject): readonly Diagnostic[] {
  const published = new Set(subject.states.map(({ action }) => action?.event));
  return (subject.plan.responders ?? []).flatMap(({ id, request, capability, plan }, index) => {
    const at = (field: string): Where => subject.at(null, `/responders/${index}${field}`);
    const called = capability === undefined && plan === undefined ? [] : oneOf(capability, plan, subject, at);
    if (published.has(request)) return called;
    const message = `No state publishes "${request}", which "${id}" answers.`;
    return [warning('RESPONDER_UNUSED', message, 'Correct the event type.', at('/request')), ...called];
  });
}

function ofCapability(
  capability: string,
  { catalogue, proposed }: MachineSubject,
  where: Where,
): readonly Diagnostic[] {
  if (proposed !== null) return toolsAreAllowed(capability, catalogue, proposed, where);
  if (catalogue.has(capability)) return [];
  const help = `${didYouMean(capability, catalogue.keys())}Choose one of the list, add it to the workspace, or bind the name on the command line (--bind).`;
  return [problem('CAPABILITY_UNKNOWN', `There is no capability "${capability}".`, help, where)];
}

function ofPlan(
  plan: string,
  { workspace, plan: self, proposed }: MachineSubject,
  where: Where,
): readonly Diagnostic[] {
  if (proposed !== null) {
    const help = 'Write the states themselves: a proposed plan has its tools, and no plans of the workspace.';
    return [
      problem('SUB_PLAN_NOT_ALLOWED', `It cannot run "${plan}", a plan of the workspace.`, help, where),
    ];
  }
  const plans = workspace?.plans ?? [];
  const ids = plans.map(({ id }) => id);
  const called = plans.find(({ id }) => id === plan);
  if (called !== undefined && leadsBack(called, self.id, plans)) {
    const message = `"${plan}" leads back to "${self.id}", without an end.`;
    const help = 'Run one of them by a SUB_PLAN with "maxDepth".';
    return [problem('RECURSION_UNBOUNDED', message, help, where)];
  }
  if (workspace === null || called !== undefined) return [];
  const help = `${didYouMean(plan, ids)}Choose one of ${ids.join(', ')}, or add it.`;
  return [problem('SUB_PLAN_UNKNOWN', `There is no plan "${plan}".`, help, where)];
}

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
