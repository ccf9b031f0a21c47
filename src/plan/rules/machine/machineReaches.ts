import { type Diagnostic, didYouMean, problem, type Where, warning } from '#base';
import { toolsAreAllowed } from '../capabilitiesExist';
import { leadsBack } from '../subPlansOpen';
import type { MachineRule, MachineSubject } from './machineSubject';
import { machineActions } from './machineTexts';

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
    const ids = (node.invoke ?? []).map(
      ({ id }, index) => id ?? (index === 0 ? 'invoke' : `invoke-${index + 1}`),
    );
    return (node.invoke ?? []).flatMap(({ capability, plan }, index) => {
      const at = (field: string): Where => subject.at(owner, `/invoke/${index}${field}`);
      const doubled =
        ids.indexOf(ids[index] ?? '') === index
          ? []
          : [
              problem(
                'DUPLICATE_ID',
                `Two invocations here are called "${ids[index]}".`,
                'Give each its own id.',
                at('/id'),
              ),
            ];
      return [...doubled, ...oneOf(capability, plan, subject, at)];
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
  const invocations = subject.owners.flatMap(({ node }) =>
    (node.invoke ?? []).map(({ id }, index) => id ?? (index === 0 ? 'invoke' : `invoke-${index + 1}`)),
  );
  return machineActions(subject).flatMap(({ action, owner, field }) => {
    if (action.type === 'call')
      return ofCapability(action.capability, subject, subject.at(owner, `${field}/capability`));
    if (action.type !== 'send' || invocations.includes(action.to)) return [];
    const help = `${didYouMean(action.to, invocations)}Name an invocation of this machine.`;
    return [
      problem(
        'INVOCATION_UNKNOWN',
        `There is no invocation "${action.to}".`,
        help,
        subject.at(owner, `${field}/to`),
      ),
    ];
  });
}

/** M2: one who answers is a capability, a plan, or neither: a person. */
function ofResponders(subject: MachineSubject): readonly Diagnostic[] {
  const published = new Set(subject.states.map(({ action }) => action?.event));
  return (subject.plan.responders ?? []).flatMap(({ id, request, capability, plan }, index) => {
    const at = (field: string): Where => subject.at(null, `/responders/${index}${field}`);
    const unused = published.has(request)
      ? []
      : [
          warning(
            'RESPONDER_UNUSED',
            `No state publishes "${request}", which "${id}" answers.`,
            'Correct the event type.',
            at('/request'),
          ),
        ];
    const called = capability === undefined && plan === undefined ? [] : oneOf(capability, plan, subject, at);
    return [...unused, ...called];
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
