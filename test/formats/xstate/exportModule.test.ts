import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { type Json, type JsonObject, seededRandom } from '#base';
import { compileMachine, sendToMachine, startMachine } from '#compile';
import { exportMachineModule, importXState } from '#formats';
import {
  compileExpression,
  compileTemplate,
  evaluate,
  fill,
  read,
  StateMachineBuilder,
  type StateMachinePlan,
} from '#plan';
import { workspace } from '../../notation/plan';
import { MACHINES } from './machines';

const folder = mkdtempSync(join(tmpdir(), 'planloom-machine-'));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

type Scope = { readonly context: JsonObject; readonly event: JsonObject };

/** The module with its types taken away, beside nothing of ours. */
async function machineOf(text: string, more: object = {}): Promise<Parameters<typeof createActor>[0]> {
  const { code } = await transformWithOxc(text, 'module.ts');
  const file = join(folder, `machine-${count++}.mjs`);
  const xstate = pathToFileURL(join(process.cwd(), 'node_modules/xstate/dist/xstate.esm.js')).href;
  writeFileSync(file, code.replace(/from ['"]xstate['"]/, `from '${xstate}'`));
  const { createPlanMachine } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  const cel = new Proxy(
    {},
    {
      get:
        (_, source) =>
        ({ context, event }: Scope) =>
          computed(String(source), { ...context, event }),
    },
  );
  return createPlanMachine({
    conditions: cel,
    values: cel,
    guards: {},
    actions: {},
    actors: {},
    delays: {},
    ...more,
  });
}

function computed(source: string, scope: JsonObject): Json {
  const compiled = source.includes('{{') ? null : compileExpression(source);
  const template = compileTemplate(source);
  const value = compiled?.ok
    ? evaluate(compiled.value, scope)
    : template.ok
      ? fill(template.value, scope)
      : null;
  if (value === null || !value.ok) throw new Error(source);
  return value.value;
}

function built(builder: StateMachineBuilder): StateMachinePlan {
  const plan = builder.build();
  if (!plan.ok) throw new Error(JSON.stringify(plan.problem));
  return plan.value;
}

const COUNTER = built(
  new StateMachineBuilder('counter')
    .variable('n', {}, 0)
    .variable('last', {}, '')
    .state('counting', (counting) =>
      counting
        .on('add', null, {
          when: 'event.data.by > 0',
          actions: [{ type: 'assign', values: { n: 'n + event.data.by' } }],
        })
        .on('say', null, { actions: [{ type: 'raise', event: 'said', data: { what: 'n = {{ n }}' } }] })
        .on('said', null, {
          actions: [
            { type: 'assign', values: { last: 'event.data.what' } },
            { type: 'log', message: '{{ last }}' },
          ],
        })
        .on('half', ['left', 'two'])
        .always('done', { when: 'n >= 10' }),
    )
    .state('both', (both) =>
      both
        .parallel()
        .state('a', (a) =>
          a
            .state('left', (left) => left.on('flip', 'right'))
            .state('right', (right) => right.on('flip', 'left', { when: 'inState("two")' })),
        )
        .state('b', (b) =>
          b.state('one', (one) => one.on('flip', 'two')).state('two', (two) => two.on('back', 'counting')),
        ),
    )
    .state('done', (done) => done.final({ n: '{{ n }}' })),
);

describe('C3 the TypeScript module of a machine runs under createActor with xstate alone', () => {
  test('it says what the machine says here, event by event', async () => {
    const exported = exportMachineModule(COUNTER, workspace([COUNTER]));
    const compiled = compileMachine(COUNTER);
    if (!exported.ok || !compiled.ok) throw new Error('no module');
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed);
      const actor = createActor(await machineOf(exported.value.text), {
        clock: new SimulatedClock(),
        logger: () => undefined,
      }).start();
      let { standing } = startMachine(compiled.value, {
        variables: {},
        goalData: null,
      });
      for (let turn = 0; turn < 40; turn++) {
        const type = ['add', 'say', 'half', 'flip', 'back', 'other'][random.below(6)] ?? '';
        const data = type === 'add' ? { by: random.below(4) - 1 } : {};
        actor.send({ type, ...data } as never);
        ({ standing } = sendToMachine(compiled.value, standing, { kind: 'user', type, data }));
        const { value, context, status } = actor.getSnapshot();
        expect({ seed, turn, value, n: context.n, last: context.last, status }).toEqual({
          seed,
          turn,
          value: standing.value,
          n: standing.variables.get('n'),
          last: standing.variables.get('last'),
          status: standing.status,
        });
      }
    }
  });

  for (const [name, config] of Object.entries(MACHINES)) {
    test(`a machine of XState, imported and written as a module: ${name}`, async () => {
      const { workspace: opened } = await importXState(config);
      const [plan] = opened?.plans ?? [];
      if (opened === null || plan === undefined) throw new Error('refused');
      const exported = exportMachineModule(plan, opened);
      if (!exported.ok) throw new Error('no module');
      const actors = new Proxy({}, { get: () => undefined });
      const machine = await machineOf(exported.value.text, { actors });
      expect(machine).toBeDefined();
    });
  }

  test('the template search-state-machine, whose searches are answered by events', async () => {
    const opened = read(readFileSync('public/samples/search-state-machine.planloom.json', 'utf8'));
    const [plan] = opened.kind === 'document' ? opened.workspace.plans : [];
    if (opened.kind !== 'document' || plan === undefined) throw new Error('no template');
    const exported = exportMachineModule(plan, opened.workspace);
    if (!exported.ok) throw new Error('no module');
    const published: unknown[] = [];
    const actions = { 'planloom.publish': (_: unknown, params: unknown) => published.push(params) };
    const machine = await machineOf(exported.value.text, { actions });
    const actor = createActor(machine, { input: { question: 'What is it?' } as never }).start();
    const states: unknown[] = [actor.getSnapshot().value];
    for (const event of [
      { type: 'search.completed', passages: [] },
      { type: 'search.completed', passages: [{ text: 'It is.' }] },
      { type: 'analysis.completed', text: 'It is. [1]' },
    ]) {
      actor.send(event as never);
      states.push(actor.getSnapshot().value);
    }
    expect(states).toEqual(['searching', 'retry-search', 'analyzing', 'done']);
    expect(published).toHaveLength(3);
    expect(published[2]).toMatchObject({
      event: 'analysis.requested',
      data: { question: 'What is it?', passages: [{ text: 'It is.' }] },
    });
    expect(actor.getSnapshot().context.answer).toBe('It is. [1]');
  });

  test('fault F2 it is read again: conditions, templates, names; and what XState has no word for while it is unchanged', async () => {
    const plan = built(
      new StateMachineBuilder('m', 'A name of its own')
        .variable('n', {}, 0)
        .state('a', (a) =>
          a.on('add', 'b', {
            when: 'event.data.by > 0 && inState("a")',
            actions: [
              { type: 'log', message: ['"{{ n }}" of {{ n + 1 }} `and` $', '{n}'].join('') },
              { type: 'raise', event: 'said', data: [1, '{{ n }}'] },
            ],
          }),
        )
        .state('b', (b) => b.final()),
    );
    const exported = exportMachineModule(plan, workspace([plan]));
    const text = exported.ok ? exported.value.text : '';
    const back = await importXState(text);
    expect(back.diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(back.workspace?.plans[0]).toEqual(plan);
    const edited = await importXState(
      text.replace('=> conditions["event.data.by > 0', '=> conditions["event.data.by > 1'),
    );
    expect(edited.diagnostics.map(({ code }) => code)).toContain('XSTATE_EDITED');
    const [other] = edited.workspace?.plans ?? [];
    const { name: _, ...machine } = plan;
    const changed = JSON.parse(JSON.stringify(machine).replace('event.data.by > 0', 'event.data.by > 1'));
    expect(other).toMatchObject({ states: changed.states });
  });

  test('fault F2 a capability plan that was compiled is refused as what it is', async () => {
    const { workspace: none, diagnostics } = await importXState(
      "import { setup } from 'xstate';\nexport const PLANS = [];\nexport function createPlanMachine(given) { return machineOf(PLANS, given); }\nfunction machineOf(plans) { return setup({}).createMachine(plans); }",
    );
    expect(none).toBe(null);
    expect(diagnostics.map(({ code }) => code)).toEqual(['XSTATE_COMPILED']);
  });

  test('case B2 no text of a machine ends a comment or a literal', () => {
    const plan = built(
      new StateMachineBuilder('m', '*/\nalert(1)').state('a', (a) =>
        a.entry({ type: 'log', message: '`alert(2)`\u2028' }).describedAs('*/ alert(3)'),
      ),
    );
    const exported = exportMachineModule(plan, workspace([plan]));
    const text = exported.ok ? exported.value.text : '';
    expect(text).not.toContain('\u2028');
    expect(text.split('\n').filter((line) => line.trim().startsWith('alert'))).toEqual([]);
  });
});
