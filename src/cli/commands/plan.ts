import { builtInCapabilities, withMade } from '#capabilities';
import { PLANNER_FLAVOURS, type Workspace } from '#plan';
import { catalogueOf } from '#runtime';
import { type Command, type Given, usage } from '../command';
import { readCatalogue, readText, readWorkspace } from '../host/readFiles';
import { lineOf } from '../outcome';
import { askForPlan, type Planned } from '../plan/askForPlan';
import { judgeReply } from '../plan/judgeReply';
import type { PlanTools } from '../plan/planTools';

/** A capability is named by a node alone. */
const FLAVOURS: readonly string[] = PLANNER_FLAVOURS.filter((flavour) => flavour !== 'capability');

export const plan: Command = {
  name: 'plan',
  files: ['FILE'],
  required: 0,
  about:
    'Asks a planner for a plan, or reads one given reply of a model: {ok, plan, attempts, diagnostics}.\nWith a workspace, its documents, prompts, planners and models are there to plan with.',
  options: {
    goal: { type: 'string', value: 'TEXT', about: 'What the plan is for; with --reply what it was for.' },
    reply: { type: 'string', value: 'FILE', about: 'Reads this reply of a model and asks nobody.' },
    catalogue: {
      type: 'string',
      value: 'FILE',
      about:
        'What the plan may call, a JSON array of {"id", "description", "input", "output"}; what is built in by default.',
    },
    planner: {
      type: 'string',
      value: 'FLAVOUR',
      about: `Who plans: ${FLAVOURS.join(', ')}. The rules by default, llm with --model.`,
    },
    model: {
      type: 'string',
      value: 'CONNECTION/NAME',
      about:
        'The model to ask: the id of one in FILE, or connection/name, where PLANLOOM_CONNECTION_<NAME>_URL and _KEY say where it is.',
    },
  },
  examples: [
    'plan public/samples/ask-a-table.planloom.json --goal "Which region sold most?"',
    'plan --reply reply.txt --catalogue tools.json',
    'plan --goal "Greet Ada" --model local/llama3',
  ],
  run: async (given, { env, say }) => {
    const file = given.files[0];
    const workspace = file === undefined ? null : await readWorkspace(file);
    const tools = await toolsOf(given, workspace);
    const reply = given.text('reply');
    const goal = given.text('goal');
    const asked = given.text('planner');
    if (asked !== undefined && !FLAVOURS.includes(asked))
      throw usage(
        plan,
        `"${asked}" is not a planner that can be asked.`,
        `Choose one of ${FLAVOURS.join(', ')}.`,
      );
    if (reply !== undefined && given.has('model'))
      throw usage(plan, '--model is for asking, and --reply asks nobody.', 'Give one of them.');
    if (reply !== undefined) return told(judgeReply(await readText(reply), goal ?? '', tools, asked), say);
    if (goal === undefined || goal.trim() === '')
      throw usage(plan, 'Either --goal TEXT or --reply FILE is needed.');
    const model = given.text('model');
    const flavour = asked ?? (model === undefined ? 'rules' : 'llm');
    return told(await askForPlan({ goal, flavour, model, tools, workspace, env }), say);
  },
};

/** People are told why there is no plan. */
function told(planned: Planned, say: (line: string) => void): Planned {
  for (const one of planned.result.diagnostics) say(lineOf(one));
  return planned;
}

async function toolsOf(given: Given, workspace: Workspace | null): Promise<PlanTools> {
  const builtIn = builtInCapabilities();
  const path = given.text('catalogue');
  const allowed = path === undefined ? [...builtIn.catalogue.values()] : await readCatalogue(path);
  const there = workspace === null ? builtIn.catalogue : catalogueOf(workspace, withMade(builtIn, workspace));
  return { allowed, there };
}
