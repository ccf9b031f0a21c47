import { LIMITS } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import { MODEL_CAPABILITY, PLANNER_FLAVOURS, type Workspace } from '#plan';
import { type PlannerState, readReply } from '#planner';
import { catalogueOf } from '#runtime';
import { type Command, type Given, usage } from '../command';
import { readCatalogue, readText, readWorkspace } from '../host/readFiles';
import { EXIT, lineOf } from '../outcome';
import { askForPlan, type Planned } from '../plan/askForPlan';
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

/**
 * `planloom plan --reply`: one reply of a model through the pipeline of P3 and P4, nobody asked.
 *
 * @param flavour `state-machine` where nothing else will do (M5), `plan-execute` where goals become agents (P14)
 */
function judgeReply(
  reply: string,
  goal: string,
  { allowed, there }: PlanTools,
  flavour: string | undefined,
): Planned {
  // P14: steps that are agents ask the model, whatever their tools are.
  const asked = flavour === 'plan-execute' ? there.get(MODEL_CAPABILITY) : undefined;
  const all = asked === undefined ? allowed : [...allowed, asked];
  const catalogue = new Map(all.map((descriptor) => [descriptor.id, descriptor]));
  const state: PlannerState = {
    goal,
    transcript: [],
    memory: {},
    // Reference 1 gives the planners inside its replies the question in this variable.
    variables: { userQuery: goal },
    writable: [],
    catalogue,
    forbidden: new Set([...there.keys()].filter((id) => !catalogue.has(id))),
    limits: { maxSteps: LIMITS.planSteps, maxDepth: LIMITS.plannerDepth },
    depth: 0,
    stepCount: 0,
    ...(flavour === 'plan-execute' ? { goalSteps: { mode: 'guided' as const } } : {}),
    ...(flavour === 'state-machine' ? { wants: 'machine' as const } : {}),
  };
  const { verdict, machine, problems, repairs, ...read } = readReply(reply, state);
  const plan = machine ?? read.plan;
  const ok = verdict === 'accepted';
  const attempts = [{ madeBy: 'file', reply, verdict, problems, repairs }];
  return { exit: ok ? EXIT.done : EXIT.failed, result: { ok, plan, attempts, diagnostics: problems } };
}
