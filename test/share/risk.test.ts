import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { riskOf } from '#share';
import { plan, workspace } from '../notation/plan';

const of = (text: string, rest = {}) => riskOf(workspace([plan(text)], rest), BUILT_IN_CATALOGUE);

describe('T1 what a workspace can do, read without doing it', () => {
  test('nodes name what they call, by effect', () => {
    const risk = of(`
      both: GROUP ASYNC {merge: "CAPABILITY(text.join)"}
        look: CAPABILITY documents.search
        send: CAPABILITY mail.send
      ask: HUMAN_INPUT "Go on?" {timeoutMs: null}
    `);
    expect(risk).toMatchObject({
      tools: { pure: ['text.join'], read: ['documents.search'], write: [], unknown: [] },
      unknownTools: ['mail.send'],
      asksPeople: 1,
      harmless: false,
    });
  });

  test('a planner may call all that its allow-list lets through', () => {
    const risk = of('plan: PLANNER htn {tools: ["table.*", "text.say"]}');
    expect(risk.planners).toMatchObject([{ node: 'plan', flavour: 'htn', asksModel: false, anyTool: false }]);
    expect(risk.planners[0]?.tools).toContain('table.filter');
    expect(risk.planners[0]?.tools).not.toContain('model.generate');
    expect(risk.tools.read).toEqual(['table.load']);
    expect(risk.harmless).toBe(true);
  });

  test('P16 a planner without one may call everything but what is of a session', () => {
    const risk = of('plan: PLANNER llm');
    expect(risk.planners).toMatchObject([{ anyTool: true, asksModel: true }]);
    const all = [...BUILT_IN_CATALOGUE.values()].filter(({ tags }) => !tags?.includes('session'));
    expect(risk.planners[0]?.tools).toEqual(all.map(({ id }) => id));
    expect(of('plan: PLANNER llm {tools: ["memory.*"]}').planners[0]?.tools).toContain('memory.remember');
    expect(risk.harmless).toBe(false);
  });

  test('nodes that decide, judge and improve ask a model; a router names its tools, an agent what it may use', () => {
    expect(of('d: LLM_DECISION Which? {choices: [a]}')).toMatchObject({
      tools: { read: ['model.generate'] },
      harmless: false,
    });
    expect(of('ask: CAPABILITY model.generate {input: {prompt: "One."}}').harmless).toBe(false);
    expect(of('j: EVALUATION rule {rule: "true"}').harmless).toBe(true);
    const router = of(
      'r: TOOL_ROUTER {routes: [{id: a, capability: text.trim}, {id: b, capability: mail.send}]}',
    );
    expect([router.tools.pure, router.unknownTools]).toEqual([['text.trim'], ['mail.send']]);
    expect(of('a: AGENT Weave {tools: ["text.s*"]}').tools.pure).toEqual(['text.say', 'text.split']);
  });

  test('what its own policies let a model call without asking; what only reads, asks or is denied is none of it', () => {
    const policy = (then: string, when = {}) => ({ when, then });
    const policies = [
      policy('allow', { capability: 'mail.*' }),
      policy('allow', { effect: 'read' }),
      policy('deny'),
      policy('allow'),
      { planSafety: true },
    ];
    expect(of('a: AGENT Weave', { policies }).unasked).toEqual(['mail.*', '*']);
    expect(of('a: AGENT Weave').unasked).toEqual([]);
  });

  test('case A2 case A3 suggested addresses are named by their true origin', () => {
    const suggests = (suggestedUrl: string) =>
      of('say: CAPABILITY echo', { connections: [{ id: 'c', suggestedUrl }] }).hosts;
    expect(suggests('HTTPS://API.Example.com.:443/v1')).toEqual(['https://api.example.com']);
    expect(suggests('https://аpi.example.com/v1')).toEqual(['https://xn--pi-6kc.example.com']);
    expect(suggests('https://api.example.com@evil.example/')).toEqual([
      'https://api.example.com@evil.example/',
    ]);
  });

  test('capabilities that it brings along are named', () => {
    const risk = of('say: CAPABILITY echo', { capabilities: [{ id: 'mine', make: { kind: 'code' } }] });
    expect(risk).toMatchObject({ code: ['mine'], harmless: false });
  });
});
