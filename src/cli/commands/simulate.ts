import { builtInCapabilities, withMade } from '#capabilities';
import { compileMachine, simulateMachine } from '#compile';
import { eventOfOurs, type Plan, readGuardAnswers, readMachineEvents, readScript, unheardEvent } from '#plan';
import { catalogueOf, type SimulationReport, simulate as simulatePlan } from '#runtime';
import { type Command, usage } from '../command';
import { chooseCapabilityPlan, choosePlan } from '../host/choosePlan';
import { ofOption, readJsonArgument, readObjectArgument, readWorkspace } from '../host/readFiles';
import { EXIT, type ExitCode, type Outcome, Refusal, refuse } from '../outcome';

export const simulate: Command = {
  name: 'simulate',
  files: ['FILE'],
  about: [
    'Simulates a plan on a virtual clock, without any effect.',
    'A capability plan, by --script: {ok, status, outputs, variables, error?, virtualMs, commits, timeline}.',
    'Nothing is called; the script says how the outside answers:',
    '  {"inputs": {…},',
    '   "nodes": {KEY: [{"afterMs": 10, "output": …} or {"afterMs": 10, "error": {"code", "message"}}, …]},',
    '   "default": {"afterMs": 0, "output": null},',
    '   "events": [{"atMs", "signal", "data"} or {"atMs", "answer": {"address", "value"}}',
    '              or {"atMs", "command": "pause" or "resume" or "cancel"}],',
    '   "startAt": "1970-01-01T00:00:00Z"}',
    'KEY is the id of a node, or its address without attempt; attempt n takes the n-th outcome, the last repeats.',
    'A state machine, by --events: {ok, steps: [{event, handled, configuration, value, context, status}]}.',
    'An event is its type or {"type", "data"}; {"after": 1000} lets milliseconds pass, or names a delay;',
    '{"done": ID, "output": …} and {"failed": ID, "error": {"code", "message"}} end an invocation.',
  ].join('\n'),
  options: {
    plan: { type: 'string', value: 'ID', about: 'The plan, by its id; the first of FILE by default.' },
    script: {
      type: 'string',
      value: 'JSON|@FILE',
      about: 'How the outside answers, in milliseconds of the virtual clock; {} answers null to all at once.',
    },
    events: { type: 'string', value: 'JSON|@FILE', about: 'What happens to a state machine, in this order.' },
    guards: {
      type: 'string',
      value: 'JSON|@FILE',
      about: 'With --events: answers to guards that are only names, {"NAME": true}; false by default.',
    },
    input: { type: 'string', value: 'JSON|@FILE', about: 'With --events: variables that it begins with.' },
  },
  examples: [
    `simulate plan.planloom.json --script '{"nodes": {"ask": [{"afterMs": 50, "output": {"text": "Yes."}}]}}'`,
    `simulate machine.planloom.json --events '["go", {"after": 1000}]' --guards '{"isReady": true}'`,
  ],
  run: async (given, { say }) => {
    const text = given.text('script');
    const events = given.text('events');
    if (text !== undefined && events !== undefined)
      throw usage(
        simulate,
        '--script is for capability plans, --events for state machines: give one of them.',
      );
    if (text === undefined && events === undefined)
      throw usage(simulate, '--script is missing (or --events, for a state machine).');
    const stray = ['guards', 'input'].find((name) => events === undefined && given.has(name));
    if (stray !== undefined)
      throw usage(
        simulate,
        `--${stray} is for state machines, with --events.`,
        'A script has its own "inputs", and answers guards as nodes.',
      );
    const workspace = await readWorkspace(given.files[0] ?? '');
    if (events !== undefined) {
      const plan = choosePlan(workspace, given.text('plan'));
      return simulateEvents(plan, { events, guards: given.text('guards'), input: given.text('input') }, say);
    }
    const plan = chooseCapabilityPlan(workspace, given.text('plan'));
    const script = readScript(await readJsonArgument('script', text ?? ''));
    if (!script.ok) throw ofOption('script', script.problem);
    const catalogue = catalogueOf(workspace, withMade(builtInCapabilities(), workspace));
    const simulated = await simulatePlan({ workspace, plan: plan.id, script: script.value, catalogue });
    if (!simulated.ok) throw new Refusal(simulated.problem);
    const { report, unused } = simulated.value;
    for (const key of unused) say(`"${key}" of the script answered nothing: no such node asked.`);
    if (report.error) say(`error ${report.error.code}: ${report.error.message}`);
    return { exit: exitOf(report), result: { ok: true, ...report } };
  },
};

function exitOf({ status }: SimulationReport): ExitCode {
  if (status === 'completed') return EXIT.done;
  return status === 'failed' || status === 'cancelled' ? EXIT.failed : EXIT.waiting;
}

/** What was given for `--events` and what belongs to it, as texts. */
interface GivenEvents {
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
async function simulateEvents(plan: Plan, given: GivenEvents, say: (line: string) => void): Promise<Outcome> {
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
