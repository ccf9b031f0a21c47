import fc from 'fast-check';
import type { JsonObject } from '#base';

const VARIABLES = ['plum', 'fig', 'quince', 'sloe'];
const variable = fc.constantFrom(...VARIABLES);
const plugin = fc.constantFrom('SIEVE', 'PRESS', 'not a plugin id');
const seconds = fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined });

function withSome(node: JsonObject, extra: Readonly<Record<string, unknown>>): JsonObject {
  const there = Object.entries(extra).filter(([, value]) => value !== undefined);
  return { ...node, ...(Object.fromEntries(there) as JsonObject) };
}

const mapping = fc.record({ pluginParameter: fc.constantFrom('prompt', 'a b', 'in'), variable });

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      pluginRef: plugin,
      inputMappings: fc.uniqueArray(mapping, {
        maxLength: 2,
        minLength: 1,
        selector: (one) => one.pluginParameter,
      }),
      outputMappings: fc.uniqueArray(mapping, {
        maxLength: 2,
        minLength: 1,
        selector: (one) => one.variable,
      }),
      params: fc.constantFrom(undefined, { seed: 3, text: 'say {{ this }}' }, { list: ['}}', 1] }),
      startToCloseSeconds: seconds,
      executionMode: fc.constantFrom(undefined, 'SYNC', 'ASYNC', 'FIRE_AND_FORGET'),
      features: fc.constantFrom(undefined, ['trace']),
      finallyExecution: fc.constantFrom(undefined, ['audit', 'trace']),
      featureNotRequired: fc.constantFrom(undefined, ['metrics']),
    })
    .map((extra) => withSome({ type: 'PLUGIN' }, extra)),
  fc.constant<JsonObject>({ type: 'EVENT_WAIT', params: { eventKey: 'frost' } }),
  fc
    .record({
      template: fc.constantFrom('Pick {{userQuery}}.', 'No hole', '{{userQuery}} {{x}}'),
      userQueryVariable: variable,
    })
    .map((params): JsonObject => ({ type: 'FILL_TEMPLATE', params: { ...params, outputVariable: 'plum' } })),
  fc.constant<JsonObject>({
    type: 'LLM_DECISION',
    params: { pluginRef: 'SIEVE', promptVariable: 'plum', outputVariable: 'fig' },
  }),
  fc.constantFrom<JsonObject>(
    {
      type: 'EVALUATION',
      params: { evaluatorRef: 'PRESS', inputVariable: 'fig', outputVariable: 'quince', threshold: 0.4 },
    },
    {
      type: 'REFLECTION',
      params: {
        pluginRef: 'SIEVE',
        inputVariable: 'fig',
        outputVariable: 'fig',
        promptTemplate: 'Be {{short}}.',
      },
    },
  ),
  fc.constantFrom<JsonObject>(
    {
      type: 'PLANNER',
      params: { modelPluginRef: 'SIEVE', userQueryVariable: 'plum', resultVariable: 'fig' },
    },
    { type: 'PLANNER', params: { planInputVariable: 'quince', parser: 'default' } },
  ),
);

/** Children that differ only in what they call, so that they are routes of one node. */
const routed: fc.Arbitrary<JsonObject> = fc
  .record({
    values: fc.uniqueArray(fc.constantFrom('jam', 'jelly', 3, true, undefined), {
      minLength: 1,
      maxLength: 3,
    }),
    key: fc.constantFrom('caseValue', 'toolValue'),
    plugins: fc.array(plugin, { minLength: 3, maxLength: 3 }),
    startToCloseSeconds: seconds,
    features: fc.constantFrom(undefined, ['trace']),
    params: fc.constantFrom({}, { seed: 3 }),
    own: seconds,
  })
  .map(({ values, key, plugins, own, params, ...alike }): JsonObject => {
    const children = values.map((value, index) =>
      withSome(
        { type: 'PLUGIN', displayName: `Route ${index}`, pluginRef: plugins[index] ?? 'SIEVE' },
        {
          ...alike,
          inputMappings: index === 1 ? undefined : [{ pluginParameter: 'in', variable: 'plum' }],
          outputMappings: [{ pluginParameter: 'out', variable: 'fig' }],
          params: value === undefined ? own && { tempo: own } : withSome(params, { [key]: value }),
        },
      ),
    );
    return withSome(
      { type: 'TOOL_ROUTER', params: { inputVariable: 'plum' }, children },
      { startToCloseSeconds: own },
    );
  });

/** Any tree of their node types; ids are given afterwards. */
const { node } = fc.letrec<{ node: JsonObject; children: JsonObject[] }>((tie) => ({
  children: fc.array(tie('node'), { maxLength: 3 }),
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .record({ children: tie('children'), startToCloseSeconds: seconds })
      .map((extra) => withSome({ type: 'SEQUENCE' }, extra)),
    tie('children').map((children): JsonObject => ({ type: 'GROUP', children })),
    fc.record({ conditionVariable: variable, children: fc.array(tie('node'), { maxLength: 2 }) }).map(
      ({ conditionVariable, children }): JsonObject => ({
        type: 'IF',
        params: { conditionVariable },
        children,
      }),
    ),
    fc
      .record({
        switchVariable: variable,
        cases: fc.uniqueArray(fc.constantFrom('ripe', 'raw', 4, true), { maxLength: 3 }),
        inside: tie('children'),
      })
      .map(
        ({ switchVariable, cases, inside }): JsonObject => ({
          type: 'SWITCH',
          params: { switchVariable },
          children: cases.map(
            (caseValue): JsonObject => ({ type: 'CASE', params: { caseValue }, children: inside }),
          ),
        }),
      ),
    tie('node').map(
      (child): JsonObject => ({
        type: 'ITERATOR',
        params: { collectionVariable: 'sloe', itemVariable: 'berry', indexVariable: 'place' },
        children: [child],
      }),
    ),
    fc
      .record({
        children: tie('children'),
        strategy: fc.constantFrom(null, 'ALL', 'FIRST_WINS', 'ANY', 'MAJORITY', 'LAST_WINS'),
      })
      .map(
        ({ children, strategy }): JsonObject => ({
          type: 'SEQUENCE',
          children: [
            { type: 'FORK', children },
            ...(strategy === null ? [] : [{ type: 'JOIN', params: { mergeStrategy: strategy } }]),
          ],
        }),
      ),
    fc
      .record({
        children: fc.array(tie('node'), { minLength: 1, maxLength: 2 }),
        errorVariable: fc.constantFrom('trouble'),
      })
      .map(
        ({ children, errorVariable }): JsonObject => ({
          type: 'TRY_CATCH',
          params: { errorVariable },
          children,
        }),
      ),
    fc.record({ child: tie('node'), maxAttempts: fc.integer({ min: 1, max: 9 }) }).map(
      ({ child, maxAttempts }): JsonObject => ({
        type: 'RETRY',
        params: { maxAttempts },
        children: [child],
      }),
    ),
    routed,
    tie('children').map(
      (children): JsonObject => ({
        type: 'SEQUENCE',
        children: [
          {
            type: 'LLM_DECISION',
            params: { pluginRef: 'SIEVE', promptVariable: 'plum', outputVariable: 'fig', options: ['x'] },
          },
          {
            type: 'SWITCH',
            params: { switchVariable: 'fig' },
            children: ['press it', 'none', 'error'].map(
              (caseValue, index): JsonObject => ({
                type: 'CASE',
                params: { caseValue },
                children: index === 0 ? children : [],
              }),
            ),
          },
        ],
      }),
    ),
    fc.array(leaf, { minLength: 1, maxLength: 3 }).map(
      (children): JsonObject => ({
        type: 'TOOL_ROUTER',
        params: { inputVariable: 'fig' },
        children: children.map(
          (child, index): JsonObject => ({
            ...child,
            params: { ...(child.params as JsonObject | undefined), caseValue: `route ${index}` },
          }),
        ),
      }),
    ),
  ),
}));

/** The same tree with an id for each node, some of which are no ids of ours. */
function withIds(root: JsonObject): JsonObject {
  let number = 0;
  const visit = (one: JsonObject): JsonObject => {
    number++;
    const id = number % 3 === 0 ? `node ${number}!` : `n${number}`;
    const children = Array.isArray(one.children)
      ? { children: (one.children as JsonObject[]).map(visit) }
      : {};
    return { id, ...one, ...children };
  };
  return visit(root);
}

/** Pipeline configurations of any shape. */
export const randomPipelines: fc.Arbitrary<JsonObject> = fc.array(node, { maxLength: 4 }).map((children) => ({
  version: '3',
  executionDefaults: {
    activity: { retryPolicy: { maximumAttempts: 2 }, defaultTimeouts: { startToCloseSeconds: 60 } },
  },
  pipelines: {
    'still room': {
      name: 'Still room',
      inputContract: { strict: false, parameters: [{ name: 'plum', type: 'STRING', required: true }] },
      variableRegistry: [
        { name: 'plum', type: 'STRING', scope: 'IN' },
        { name: 'fig', type: 'STRING', scope: 'INTERNAL' },
        { name: 'berry', type: 'JSON', scope: 'INTERNAL' },
        { name: 'place', type: 'NUMBER', scope: 'INTERNAL' },
        { name: 'quince', type: 'JSON', scope: 'OUT' },
        { name: 'sloe', type: 'ARRAY', scope: 'INTERNAL' },
        { name: 'trouble', type: 'STRING', scope: 'INTERNAL' },
      ],
      scope: {
        plugins: [{ id: 'SIEVE', contractType: 'MODEL_EXECUTOR' }, { id: 'PRESS' }],
        features: ['metrics'],
      },
      executionTree: withIds({ type: 'SEQUENCE', children }),
      outputContract: { parameters: [] },
      resultMapping: [],
    },
  },
}));
