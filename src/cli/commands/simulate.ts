import { builtInCapabilities } from '#capabilities';
import { readScript } from '#plan';
import { catalogueOf, type SimulationReport, simulate as simulatePlan } from '#runtime';
import { type Command, usage } from '../command';
import { choosePlan } from '../host/choosePlan';
import { readJsonArgument, readWorkspace } from '../host/readFiles';
import { EXIT, type ExitCode, Refusal } from '../outcome';

export const simulate: Command = {
  name: 'simulate',
  files: ['FILE'],
  about: [
    'Simulates a capability plan on a virtual clock: {ok, status, outputs, variables, error?, virtualMs, commits, timeline}.',
    'Nothing is called; the script says how the outside answers:',
    '  {"inputs": {…},',
    '   "nodes": {KEY: [{"afterMs": 10, "output": …} or {"afterMs": 10, "error": {"code", "message"}}, …]},',
    '   "default": {"afterMs": 0, "output": null},',
    '   "events": [{"atMs", "signal", "data"} or {"atMs", "answer": {"address", "value"}}',
    '              or {"atMs", "command": "pause" or "resume" or "cancel"}],',
    '   "startAt": "1970-01-01T00:00:00Z"}',
    'KEY is the id of a node, or its address without attempt; attempt n takes the n-th outcome, the last repeats.',
  ].join('\n'),
  options: {
    plan: { type: 'string', value: 'ID', about: 'the plan; the first by default' },
    script: { type: 'string', value: 'JSON|@FILE', about: 'how the outside answers; {} answers null to all' },
  },
  run: async (given, { say }) => {
    const text = given.text('script');
    if (text === undefined) throw usage(simulate, '--script is missing.');
    const workspace = await readWorkspace(given.files[0] ?? '');
    const plan = choosePlan(workspace, given.text('plan'));
    const script = readScript(await readJsonArgument('script', text));
    if (!script.ok) throw new Refusal(script.problem);
    const catalogue = catalogueOf(workspace, builtInCapabilities());
    const simulated = await simulatePlan({ workspace, plan: plan.id, script: script.value, catalogue });
    if (!simulated.ok) throw new Refusal(simulated.problem);
    const { report, unused } = simulated.value;
    for (const key of unused) say(`"${key}" of the script answered nothing: no such node asked.`);
    return { exit: exitOf(report), result: { ok: true, ...report } };
  },
};

function exitOf({ status }: SimulationReport): ExitCode {
  if (status === 'completed') return EXIT.done;
  return status === 'failed' || status === 'cancelled' ? EXIT.failed : EXIT.waiting;
}
