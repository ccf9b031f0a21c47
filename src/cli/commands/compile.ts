import { compileMachine, compile as compilePlan, sourceMap, toXStateJson } from '#compile';
import { planHash, type StateMachinePlan } from '#plan';
import { type Command, usage } from '../command';
import { choosePlan } from '../host/choosePlan';
import { readWorkspace } from '../host/readFiles';
import { mermaidOf } from '../mermaid';
import { done, EXIT, type Outcome, Refusal } from '../outcome';
import { typeScriptOf } from '../typeScript';

export const compile: Command = {
  name: 'compile',
  files: ['FILE'],
  about:
    'Shows the machines that a plan is compiled to, the way they are run: its frames, or its state machine.',
  options: {
    plan: { type: 'string', value: 'ID', about: 'The plan, by its id; the first of FILE by default.' },
    to: {
      type: 'string',
      value: 'FORMAT',
      about:
        'The format: xstate (JSON, by default), xstate-ts (a TypeScript module), mermaid (a drawing as text), or spec (JSON with the source map and the hash of the plan).',
    },
  },
  examples: [
    'compile plan.planloom.json --to mermaid',
    'compile plan.planloom.json --plan main --to xstate-ts',
  ],
  run: async (given, { say }) => {
    const format = given.text('to') ?? 'xstate';
    if (!['xstate', 'xstate-ts', 'mermaid', 'spec'].includes(format))
      throw usage(compile, `"${format}" is not a format of --to: choose xstate, xstate-ts, mermaid or spec.`);
    const workspace = await readWorkspace(given.files[0] ?? '');
    const plan = choosePlan(workspace, given.text('plan'));
    if (format === 'xstate-ts') return typeScriptOf(plan, workspace, say);
    const hash = planHash(plan, workspace);
    if (format === 'mermaid') return { exit: EXIT.done, text: mermaidOf(plan, workspace) };
    if (plan.kind === 'state-machine') return ofMachine(plan, hash, format);
    const compiled = compilePlan(plan, hash);
    if (!compiled.ok) throw new Refusal(compiled.problem);
    const spec = { ...Object(toXStateJson(compiled.value)) };
    if (format === 'xstate') return done(spec);
    // C1: the specification, the source map and the hash of the plan.
    return done({
      planId: plan.id,
      planHash: hash,
      spec,
      sourceMap: sourceMap(compiled.value.scope),
    });
  },
};

/** The author's machine as it is run, events named `ev.<type>` (C4); `export` writes it as its author did. */
function ofMachine(plan: StateMachinePlan, planHash: string, format: string): Outcome {
  const compiled = compileMachine(plan);
  if (!compiled.ok) throw new Refusal(compiled.problem);
  const { config, nodes } = compiled.value;
  if (format === 'xstate') return done(config);
  const states = [...nodes.keys()].filter((id) => id !== null);
  const sourceMap = states.map((id) => ({ machine: config.id, state: id, node: id, path: [] }));
  return done({ planId: plan.id, planHash, spec: config, sourceMap });
}
