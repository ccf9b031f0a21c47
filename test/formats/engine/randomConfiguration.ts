import fc from 'fast-check';
import type { JsonObject } from '#base';

/** Configurations of reference 2, drawn over all that the format can say. */

const name = fc.constantFrom('kiln.Fire', 'kiln.Cool', 'clay.Mix', 'glaze.Paint', 'shelf.Count', 'Old Oven');
const seconds = fc.integer({ min: 1, max: 600 });

const retryPolicy: fc.Arbitrary<JsonObject> = fc.record({
  maximumAttempts: fc.integer({ min: 1, max: 9 }),
  initialIntervalSeconds: fc.integer({ min: 0, max: 5 }),
  backoffCoefficient: fc.constantFrom(1, 1.5, 2),
  maximumIntervalSeconds: fc.integer({ min: 1, max: 60 }),
  nonRetryableErrors: fc.subarray(['COLD', 'BROKEN']),
});

const plugin: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      name,
      pluginType: fc.constantFrom('ToolPlugin', 'ModelPlugin', 'FilterPlugin'),
      timeoutSeconds: seconds,
      scheduleToStartSeconds: seconds,
      retryPolicy,
    },
    { requiredKeys: ['name', 'pluginType'] },
  )
  .map((fields) => ({ type: 'PLUGIN', ...fields }) as JsonObject);

const { group } = fc.letrec<{ child: JsonObject; group: JsonObject }>((tie) => ({
  child: fc.oneof({ depthSize: 'small', withCrossShrink: true }, plugin, tie('group')),
  group: fc.oneof(
    fc
      .record(
        {
          children: fc.array(tie('child'), { maxLength: 3 }),
          timeoutSeconds: seconds,
          maxDepth: fc.constant(9),
        },
        { requiredKeys: ['children'] },
      )
      .map((fields) => ({ type: 'GROUP', executionMode: 'SYNC', ...fields }) as JsonObject),
    fc
      .record(
        {
          children: fc.array(tie('child'), { maxLength: 3 }),
          timeoutSeconds: seconds,
          asyncCompletionPolicy: fc.constantFrom('ALL', 'FIRST_SUCCESS', 'FIRST_FAILURE', 'ALL_SETTLED'),
          asyncOutputMergePolicy: fc.constantFrom(
            'LAST_WINS',
            'FIRST_WINS',
            'PREFIX_BY_ACTIVITY',
            'shelf.Merge',
          ),
        },
        { requiredKeys: ['children'] },
      )
      .map((fields) => ({ type: 'GROUP', executionMode: 'ASYNC', ...fields }) as JsonObject),
    fc
      .record(
        {
          condition: fc.constantFrom('kiln.IsHot', 'clay.IsDry'),
          thenChildren: fc.array(tie('child'), { maxLength: 2 }),
          elseifBranches: fc.array(
            // biome-ignore lint/suspicious/noThenProperty: a word of the format; it is never awaited.
            fc.record({ condition: name, then: fc.array(tie('child'), { maxLength: 2 }) }),
            {
              minLength: 1,
              maxLength: 2,
            },
          ),
          elseChildren: fc.array(tie('child'), { maxLength: 2 }),
          executionMode: fc.constant('SYNC'),
          iterator: fc.constant('kiln.Rounds'),
        },
        { requiredKeys: ['condition', 'thenChildren'] },
      )
      .map((fields) => ({ type: 'GROUP', ...fields }) as JsonObject),
  ),
}));

const ORDER = ['ACCESS', 'MEMORY', 'MODEL', 'TOOL', 'FILTER'];

const byCapability: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.constantFrom(...ORDER), group, { noNullPrototype: true })
  .map((root) => ({ root }) as JsonObject);
const byTree: fc.Arbitrary<JsonObject> = group.map((root) => ({ root }));
const byList: fc.Arbitrary<JsonObject> = fc
  .array(
    fc.record({
      capability: fc.constantFrom(...ORDER),
      groups: fc.array(
        fc.record({
          executionMode: fc.constantFrom('SYNC', 'ASYNC'),
          children: fc.array(name, { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    { maxLength: 3 },
  )
  .map((capabilities) => ({ capabilities }) as JsonObject);

const pipeline: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof(byCapability, byTree, byList),
    fc.record(
      {
        defaultTimeoutSeconds: seconds,
        defaultAsyncCompletionPolicy: fc.constant('ALL_SETTLED'),
        note: fc.string(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([contents, rest]) => ({ ...rest, ...contents }) as JsonObject);

export const anyConfiguration: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      worker: fc.constant({ queueName: 'pottery', strictBoot: true }),
      configVersion: fc.constant('1.0'),
      pipelines: fc.dictionary(fc.constantFrom('default', 'night shift', 'repair'), pipeline, {
        minKeys: 1,
        noNullPrototype: true,
      }),
      activity: fc.record(
        { retryPolicy, defaultTimeouts: fc.constant({ startToCloseSeconds: 12 }) },
        { requiredKeys: [] },
      ),
      enabledFeatures: fc.subarray(['PLAN_SAFETY_VALIDATION', 'INTERCEPTORS']),
      plugins: fc.subarray(['kiln.Fire', 'clay.Mix']),
      mergePolicies: fc.constant({ 'shelf.Merge': 'org.shelf.MergeAll' }),
      capabilityOrder: fc.constant(ORDER),
      redis: fc.constant({ host: 'here', port: 1 }),
    },
    { requiredKeys: ['worker', 'configVersion', 'pipelines', 'capabilityOrder'] },
  )
  .map((value) => value as JsonObject);
