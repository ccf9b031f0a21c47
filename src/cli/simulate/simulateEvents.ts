import { compileMachine, simulateMachine } from '#compile';
import { eventOfOurs, type Plan, readGuardAnswers, readMachineEvents, unheardEvent } from '#plan';
import { ofOption, readJsonArgument, readObjectArgument } from '../host/readFiles';
import { EXIT, type Outcome, Refusal, refuse } from '../outcome';

/** What was given for `--events` and what belongs to it, as texts. */
export interface GivenEvents {
  readonly events: string;
  readonly guards: string | undefined;
  readonly input: string | undefined;
}

/**
 * H1 `simulate --events`: a state machine, event by event (M7). Capabilities, guards and delays that are only names
 * need not be there.
 *
 * @throws Refusal with all that is wrong with the machine, or with what was given
 */
export async function simulateEvents(
  plan: Plan,
  given: GivenEvents,
  say: (line: string) => void,
): Promise<Outcome> {
  if (plan.kind !== 'state-machine') {
    const help = 'Simulate it with --script, or name a state machine with --plan.';
    throw refuse('PLAN_NOT_MACHINE', `"${plan.id}" is a capability plan.`, help);
  }
  const events = readMachineEvents(await readJsonArgument('events', given.events));
  if (!events.ok) throw ofOption('events', events.problem);
  const guards = readGuardAnswers(
    await readObjectArgument('guards', given.guards ?? '{}', '{"isReady": true}'),
  );
  if (!guards.ok) throw ofOption('guards', guards.problem);
  const variables = await readObjectArgument('input', given.input ?? '{}');
  const machine = compileMachine(plan);
  if (!machine.ok) throw new Refusal(machine.problem);
  const start = { variables, goalData: variables, guards: guards.value };
  // Names of the file that it was imported from are heard, too.
  const taken = events.value.map((event) =>
    event.kind === 'event' ? { ...event, type: eventOfOurs(plan, event.type) } : event,
  );
  const { steps, unanswered, problems } = simulateMachine(machine.value, start, taken);
  for (const [index, event] of taken.entries()) {
    const isEnd = event.kind !== 'event' || event.type.startsWith('xstate.');
    const unheard = isEnd ? null : unheardEvent(plan, event.type);
    if (unheard !== null) say(`EVENT_UNKNOWN (step ${index + 1}): ${unheard}`);
  }
  for (const name of unanswered) {
    say(
      `GUARD_UNANSWERED: "${name}" is only a name, and was taken to say false. Answer it: --guards '{"${name}": true}'.`,
    );
  }
  for (const { step, code, message } of problems) say(`${code} (step ${step}): ${message}`);
  const isFailed = steps.at(-1)?.status === 'error';
  return { exit: isFailed ? EXIT.failed : EXIT.done, result: { ok: true, steps } };
}
