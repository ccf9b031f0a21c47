import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#base';
import { importOlo } from '#formats';
import { project, recordsOf } from '#projection';
import { endOf, FRAMING, PLANNER, type Ran, REPLY, runOf, studio, variables } from './studio';

/** Plugins that were called, in order. */
const called = ({ calls }: Ran): readonly string[] => calls.map((call) => call.split(' ')[0] ?? '');

function entries({ run }: Ran, kind: string) {
  return run.commits.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind);
}

/** The plan that the planner made, as the variable holds it. */
function planned(ran: Ran): readonly JsonObject[] {
  const { dynamicPlan } = variables(ran);
  const nodes: Json = (dynamicPlan as JsonObject | undefined)?.nodes ?? [];
  return nodes as readonly JsonObject[];
}

const MUSE: JsonObject = {
  id: 'muse',
  type: 'PLUGIN',
  pluginRef: 'muser',
  outputMappings: [{ pluginParameter: 'responseText', variable: '__planner_result' }],
};

function telling(more: JsonObject = {}): JsonObject {
  const value = studio([{ ...PLANNER, ...more }]);
  const { studio: pipeline } = value.pipelines as { readonly studio: JsonObject };
  const scope = { ...(pipeline.scope as JsonObject), features: [] };
  return { pipelines: { studio: { ...pipeline, scope } } };
}

describe('reference 1, §2: the workflow', () => {
  it('§2.1, §2.2 a linear plan is one command a node, in its order', async () => {
    const first = { ...FRAMING, id: 'first', outputMappings: [] };
    const ran = await runOf(
      studio([first, { type: 'GROUP', id: 'g', children: [{ ...first, id: 'second' }] }, PLANNER]),
    );
    expect(ran.calls).toEqual([
      'framer /first#1',
      'framer /g/second#1',
      'sketcher /plan@1/step-1#1',
      'painter /plan@1/step-2#1',
    ]);
  });

  it('§2.1 a plan that is not linear is one command a node all the same: there is no second way to run it', async () => {
    const choice = {
      id: 'choose',
      type: 'IF',
      params: { conditionVariable: 'userQuery' },
      children: [PLANNER],
    };
    const ran = await runOf(studio([choice]));
    expect(ran.calls).toEqual(['sketcher /plan@1/step-1#1', 'painter /plan@1/step-2#1']);
    expect(endOf(ran)).toMatchObject({ kind: 'run.completed' });
  });

  it('§2.3 each step begins when the one before it has ended, and reads what that one wrote', async () => {
    const ran = await runOf(studio([PLANNER]));
    const order = ran.run.commits.flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) =>
        kind === 'node.started' || kind === 'node.succeeded' ? [`${kind} ${address}`] : [],
      ),
    );
    const ended = order.findIndex((line) => line.startsWith('node.succeeded /plan@1/step-1'));
    const begun = order.findIndex((line) => line.startsWith('node.started /plan@1/step-2'));
    expect(ended).toBeGreaterThan(-1);
    expect(begun).toBeGreaterThan(ended);
  });

  it('§2.4 what is not mapped is no result', async () => {
    const end = endOf(await runOf(studio([PLANNER, FRAMING]))) as { readonly outputs: JsonObject };
    expect(Object.keys(end.outputs)).toEqual(['answer']);
  });
});

describe('reference 1, §3 and §4: the activities', () => {
  it('§3.2, §3.3 the activity type is PLANNER, then that of each plugin (L8)', async () => {
    const records = recordsOf(project((await runOf(studio([PLANNER]))).run.commits));
    expect(records?.nodes.map(({ activityType }) => activityType)).toEqual([
      'PLANNER',
      'CAPABILITY:sketcher',
      'CAPABILITY:painter',
    ]);
  });

  it('§4.4, §5.1 the planner gives steps with id, plugin, name and mappings, and the variables', async () => {
    const ran = await runOf(studio([PLANNER]));
    expect(planned(ran)).toEqual([
      {
        id: 'step-1',
        type: 'CAPABILITY',
        name: 'step-0-sketcher',
        params: { capability: 'sketcher' },
        input: { prompt: '{{ __planner_step_0_prompt }}' },
        output: { __planner_step_0_response: 'result.responseText' },
      },
      {
        id: 'step-2',
        type: 'CAPABILITY',
        name: 'step-1-painter',
        params: { capability: 'painter' },
        input: { prompt: '{{ __planner_step_1_prompt }}' },
        output: { __planner_step_1_response: 'result.responseText' },
      },
    ]);
  });

  it('§4.5 any other node of the tree is run by itself', async () => {
    expect((await runOf(studio([FRAMING]))).calls).toEqual(['framer /frame#1']);
  });

  it('§4.6 a step that names no plugin of the scope is not found: nothing of that plan runs', async () => {
    const reply = JSON.stringify([
      { toolId: 'sketcher', input: { prompt: 'a bridge' } },
      { toolId: 'sculptor', input: { prompt: 'a lion' } },
    ]);
    const ran = await runOf(studio([PLANNER]), {}, reply);
    expect(ran.calls).toEqual([]);
    expect(endOf(ran)).toMatchObject({ kind: 'run.failed' });
  });

  it('§5.2 a dynamic step is a leaf without features, lists and timeouts of its own', async () => {
    for (const step of planned(await runOf(studio([PLANNER])))) {
      expect(Object.keys(step).toSorted()).toEqual(['id', 'input', 'name', 'output', 'params', 'type']);
    }
  });
});

describe('reference 1, §6: before and after a node', () => {
  const told: string[] = [];
  const watch = {
    watch: ({ node, phase }: JsonObject) => {
      told.push(`${(node as JsonObject).id ?? ''} ${phase}`);
      return null;
    },
  };

  it('§6.1, §6.2 observers of the PLANNER are told of the planner, and not of its steps', async () => {
    told.length = 0;
    await runOf(telling({ preExecution: ['watch'], postSuccessExecution: ['watch'] }), watch);
    expect(new Set(told)).toEqual(new Set(['plan pre', 'plan postSuccess']));
  });

  it('§6.1 a planner that fails tells its observers of the error, and the run fails with it', async () => {
    told.length = 0;
    const ran = await runOf(
      telling({
        postSuccessExecution: ['watch'],
        postErrorExecution: ['watch'],
        finallyExecution: ['watch'],
      }),
      watch,
      'no plan at all',
    );
    expect(told).toEqual(expect.arrayContaining(['plan postError', 'plan finally']));
    expect(told).not.toContain('plan postSuccess');
    expect(endOf(ran)).toMatchObject({ kind: 'run.failed' });
  });
});

describe('reference 1, §7: what the planner does', () => {
  it('§7.1 names of variables that are not said are the usual ones', async () => {
    const ran = await runOf(studio([MUSE, { id: 'plan', type: 'PLANNER', params: {} }]), {
      muser: () => ({ responseText: REPLY }),
    });
    expect(variables(ran)).toMatchObject({ __planner_result: REPLY, __planner_step_0_prompt: 'a bridge' });
  });

  it('§7.1 interpret only reads the variable that it names', async () => {
    const muse = { ...MUSE, outputMappings: [{ pluginParameter: 'responseText', variable: 'framed' }] };
    const planner = { id: 'plan', type: 'PLANNER', params: { planInputVariable: 'framed' } };
    const ran = await runOf(studio([muse, planner]), { muser: () => ({ responseText: REPLY }) });
    expect(called(ran)).toEqual(['muser', 'sketcher', 'painter']);
    expect(ran.asked).toEqual([]);
  });

  it('§7.1 the queue of the run may choose the prompt that the model is asked with (L8)', async () => {
    const fill = { id: 'fill', type: 'FILL_TEMPLATE', params: { templateKey: 'easel' } };
    const ran = await runOf(studio([fill, PLANNER]), {}, REPLY, { labels: { queue: 'easel' } });
    const usual = await runOf(studio([fill, PLANNER]));
    expect(ran.asked[0]).toContain('Paint!');
    expect(ran.asked[0]?.length).toBeLessThan(usual.asked[0]?.length ?? 0);
  });

  it.each(['default', 'DEFAULT_JSON_ARRAY_PARSER', 'A_PARSER_OF_NOBODY'])(
    '§7.2 B the parser %s reads a list of steps',
    async (parser) => {
      const planner = { ...PLANNER, params: { modelPluginRef: 'muser', parser } };
      expect(called(await runOf(studio([planner])))).toEqual(['sketcher', 'painter']);
    },
  );

  it('§7.2 B an entry without a plugin is dropped, and counts', async () => {
    const reply = JSON.stringify([
      { input: { prompt: 'nobody' } },
      { toolId: 'painter', input: { prompt: 'a hill' } },
    ]);
    const ran = await runOf(studio([PLANNER]), {}, reply);
    expect(variables(ran)).toMatchObject({
      __planner_step_1_prompt: 'a hill',
      __planner_step_1_response: 'a hill, painted',
    });
    expect(variables(ran)).not.toHaveProperty('__planner_step_0_prompt');
  });

  it('§7.2 A, §7.3 a creator’s step without a prompt reads none, and one without a plugin is passed over', async () => {
    const planner = { ...PLANNER, params: { modelPluginRef: 'muser', subtreeCreatorPluginRef: 'cut' } };
    const cut = () => ({
      variablesToInject: {},
      steps: [{ pluginRef: ' ' }, { pluginRef: 'painter' }, { pluginRef: 'sketcher', prompt: 'a mill' }],
    });
    const ran = await runOf(studio([planner]), { cut }, 'text');
    expect(called(ran)).toEqual(['cut', 'painter', 'sketcher']);
    expect(variables(ran)).toMatchObject({
      __planner_step_1_prompt: null,
      __planner_step_2_prompt: 'a mill',
      __planner_step_2_response: 'sketch of a mill',
    });
  });

  it('§7.2 A a creator that gives no steps fails the planner, and nothing runs', async () => {
    const planner = { ...PLANNER, params: { modelPluginRef: 'muser', subtreeCreatorPluginRef: 'cut' } };
    const ran = await runOf(studio([planner]), { cut: () => ({ variablesToInject: {} }) }, 'text');
    expect(called(ran).filter((name) => name !== 'cut')).toEqual([]);
    expect(endOf(ran)).toMatchObject({ kind: 'run.failed' });
  });
});

describe('reference 1, §8 to §10: the plan, the data, the records', () => {
  it('§8 the PLANNER is one entry of the plan: one node record, whatever it planned', async () => {
    const ran = await runOf(studio([PLANNER]));
    const records = recordsOf(project(ran.run.commits));
    expect(records?.nodes.filter(({ activityType }) => activityType === 'PLANNER')).toHaveLength(1);
  });

  it('§9 the variables of the planner are those that its steps and the result mapping see', async () => {
    const ran = await runOf(studio([PLANNER]));
    expect(variables(ran)).toMatchObject({ userQuery: 'Paint!', __planner_result: REPLY });
    expect(endOf(ran)).toMatchObject({ outputs: { answer: variables(ran).__planner_step_1_response } });
  });

  it('§10.2 a run that fails ends once, as failed, with the error of the step; the planner had done its work', async () => {
    const fails = {
      painter: () => {
        throw new Error('no colours');
      },
    };
    const ran = await runOf(studio([PLANNER]), fails, REPLY, { runId: 'r-2' });
    const records = recordsOf(project(ran.run.commits));
    expect(records?.run).toMatchObject({ runId: 'r-2', status: 'failed' });
    expect(JSON.stringify(records?.run.error)).toContain('no colours');
    expect(records?.nodes.map(({ address, status }) => `${address} ${status}`)).toEqual([
      '/plan succeeded',
      '/plan@1/step-1 succeeded',
      '/plan@1/step-2 failed',
    ]);
    expect(entries(ran, 'run.failed')).toHaveLength(1);
  });

  it('§10.3 two runs of one plan have two ids, unless the caller gives them', async () => {
    const one = await runOf(studio([PLANNER]), {}, REPLY, { runId: 'a' });
    const other = await runOf(studio([PLANNER]), {}, REPLY, { runId: 'b' });
    expect([one.run.runId, other.run.runId]).toEqual(['a', 'b']);
    expect(recordsOf(project(one.run.commits))?.nodes.every(({ runId }) => runId === 'a')).toBe(true);
  });
});

describe('reference 1, nodes that choose: what was imported as ours does what theirs does', () => {
  const route = (id: string, pluginRef: string, more: JsonObject = {}): JsonObject => ({
    id,
    type: 'PLUGIN',
    pluginRef,
    inputMappings: [{ pluginParameter: 'prompt', variable: 'userQuery' }],
    outputMappings: [{ pluginParameter: 'responseText', variable: '__planner_step_1_response' }],
    params: { caseValue: id, ...more },
  });
  const router = (...children: readonly JsonObject[]): JsonObject => ({
    id: 'route',
    type: 'TOOL_ROUTER',
    params: { inputVariable: 'userQuery' },
    children,
  });
  const asked = (value: JsonObject, userQuery: string, works = {}) =>
    runOf(value, works, REPLY, { input: { userQuery } });

  it.each([
    ['draw', 'sketcher', 'sketch of draw'],
    ['paint', 'painter', 'paint, painted'],
    ['neither', 'sketcher', 'sketch of neither'],
  ])('TOOL_ROUTER for “%s” calls %s; its default is its first child', async (userQuery, plugin, answer) => {
    const ran = await asked(
      studio([router(route('draw', 'sketcher'), route('paint', 'painter'))]),
      userQuery,
    );
    expect(ran.calls).toEqual([`${plugin} /route#1`]);
    expect(endOf(ran)).toMatchObject({ outputs: { answer } });
  });

  it('TOOL_ROUTER that is a SWITCH here does the same', async () => {
    const children = [route('draw', 'sketcher'), { ...route('paint', 'painter'), startToCloseSeconds: 3 }];
    const value = studio([router(...children)]);
    expect((await asked(value, 'paint')).calls).toEqual(['painter /paint#1']);
    expect((await asked(value, 'neither')).calls).toEqual(['sketcher /draw#1']);
  });

  const decide: readonly JsonObject[] = [
    {
      id: 'decide',
      type: 'LLM_DECISION',
      params: { pluginRef: 'muser', promptVariable: 'userQuery', outputVariable: 'framed' },
    },
    {
      id: 'which',
      type: 'SWITCH',
      params: { switchVariable: 'framed' },
      children: ['a drawing', 'a painting'].map((caseValue, at) => ({
        id: `case-${at}`,
        type: 'CASE',
        params: { caseValue },
        children: [route(`do-${at}`, at === 0 ? 'sketcher' : 'painter')],
      })),
    },
    route('after', 'painter'),
  ];

  it.each([
    ['a-drawing', 'a drawing', ['sketcher /do-0#1', 'painter /after#1']],
    ['a-painting', 'a painting', ['painter /do-1#1', 'painter /after#1']],
    ['none', 'none', ['painter /after#1']],
  ])('LLM_DECISION “%s” writes “%s”, by which the SWITCH goes on', async (choice, written, calls) => {
    const value = studio(decide);
    const ids = choicesOf(value);
    const id = ids.find((one) => one.replace(/[^a-z]/g, '') === choice.replace(/[^a-z]/g, '')) ?? choice;
    const says = () => ({ text: JSON.stringify({ reason: 'so', choice: id }) });
    const ran = await asked(value, 'Which?', { 'model.generate': says });
    expect(ran.calls.slice(1)).toEqual(calls);
    expect(variables(ran)).toMatchObject({ framed: written });
  });
});

function choicesOf(value: JsonObject): readonly string[] {
  const [plan] = importOlo(value).workspace?.plans ?? [];
  const node = plan?.kind === 'capability' ? plan.nodes.find(({ id }) => id === 'decide') : undefined;
  return node?.type === 'LLM_DECISION' ? node.params.choices.map(({ id }) => id) : [];
}
