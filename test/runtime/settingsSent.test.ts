import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtInCapabilities } from '#capabilities';
import { openModels } from '#models';
import { refusesWith, ScriptedModelServer, saysJson } from '../tools/scriptedModelServer';
import { hostOf, start } from './notation';

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

const GOOD = saysJson({ steps: [{ toolId: 'text.upper', input: { text: 'hi' } }] });

/** What an attempt keeps of how its model was asked, and what the server got. */
async function asked(flavour: string, spec: object = {}, seed = 7) {
  const model = { id: 'main', connection: 'server', model: 'scripted', ...spec };
  const host = hostOf({}, { capabilities: builtInCapabilities() });
  const models = openModels([model], () => ({ url: server.url, key: null }), { clock: host.clock });
  const run = start({ ...host, models }, `plan: PLANNER ${flavour} {goal: "Say hi.", tools: [text.upper]}`, {
    rest: { models: [model], connections: [{ id: 'server' }] },
    seed,
  });
  await run.done;
  const [reply] = run.commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact.attempt] : []));
  return { parameters: reply?.parameters, seed: reply?.seed, sent: Object(server.requests.at(-1)?.body) };
}

it('P7 planners ask with a low temperature and the seed of the run; what its author set of a model goes before', async () => {
  server.script(GOOD);
  const usual = await asked('llm');
  expect(usual).toMatchObject({
    parameters: { temperature: 0.2 },
    seed: 7,
    sent: { temperature: 0.2, seed: 7 },
  });
  expect(await asked('plan-execute')).toMatchObject({ parameters: { temperature: 0.3 } });
  expect(await asked('llm', { temperature: 1 })).toMatchObject({ sent: { temperature: 1 } });
  // Seeds of services have a sign.
  expect(await asked('llm', {}, 4_000_000_000)).toMatchObject({ seed: 4_000_000_000 % 2 ** 31 });
});

it('P6 what a server refuses to be sent is not kept as sent, then and from then on', async () => {
  const refused =
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only 1 is supported.";
  const noSeed = { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] };
  const model = { model: 'reasoning' };
  server.script(
    refusesWith(400, { error: { message: refused, param: 'temperature' } }),
    refusesWith(422, noSeed),
    GOOD,
  );
  for (const _again of [1, 2]) {
    const { parameters, seed, sent } = await asked('llm', model);
    expect({ parameters, seed }).toEqual({ parameters: {}, seed: null });
    expect(sent).not.toHaveProperty('temperature');
    expect(sent).not.toHaveProperty('seed');
  }
});
