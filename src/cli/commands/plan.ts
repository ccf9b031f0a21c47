import { builtInCapabilities } from '#capabilities';
import type { CapabilityDescriptor } from '#plan';
import { PLANNER_FLAVOURS } from '#plan';
import { type Command, type Given, usage } from '../command';
import { readCatalogue, readText, readWorkspace } from '../host/readFiles';
import { askForPlan } from '../plan/askForPlan';
import { judgeReply } from '../plan/judgeReply';

const FLAVOURS: readonly string[] = PLANNER_FLAVOURS.filter((flavour) =>
  ['llm', 'stream', 'rules', 'htn', 'state-machine'].includes(flavour),
);

export const plan: Command = {
  name: 'plan',
  files: ['FILE'],
  required: 0,
  about:
    'Asks a planner for a plan, or reads one given reply of a model: {ok, plan, attempts, diagnostics}.\nWith a workspace, its documents, prompts, planners and models are there to plan with.',
  options: {
    goal: { type: 'string', value: 'TEXT', about: 'what the plan is for' },
    reply: { type: 'string', value: 'FILE', about: 'reads this reply instead of asking' },
    catalogue: {
      type: 'string',
      value: 'FILE',
      about: 'what the plan may call; what is built in by default',
    },
    planner: {
      type: 'string',
      value: 'FLAVOUR',
      about: `${FLAVOURS.join(', ')}; rules by default, llm with --model`,
    },
    model: {
      type: 'string',
      value: 'CONNECTION/NAME',
      about: 'the model to ask, of a connection of the environment',
    },
  },
  run: async (given, { env }) => {
    const catalogue = await catalogueOf(given);
    const file = given.files[0];
    const workspace = file === undefined ? null : await readWorkspace(file);
    const reply = given.text('reply');
    const goal = given.text('goal');
    if (reply !== undefined)
      return judgeReply(await readText(reply), goal ?? '', catalogue, given.text('planner'));
    if (goal === undefined || goal.trim() === '')
      throw usage(plan, 'Either --goal TEXT or --reply FILE is needed.');
    const model = given.text('model');
    const flavour = given.text('planner') ?? (model === undefined ? 'rules' : 'llm');
    if (!FLAVOURS.includes(flavour))
      throw usage(plan, `"${flavour}" is no planner that can be asked: choose ${FLAVOURS.join(', ')}.`);
    return askForPlan({ goal, flavour, model, catalogue, workspace, env });
  },
};

async function catalogueOf(given: Given): Promise<readonly CapabilityDescriptor[]> {
  const path = given.text('catalogue');
  return path === undefined ? [...builtInCapabilities().catalogue.values()] : readCatalogue(path);
}
