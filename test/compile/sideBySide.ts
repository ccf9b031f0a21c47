import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { afterAll } from 'vitest';
import { createActor } from 'xstate';
import { isJsonObject, type Json, type JsonObject, type Random, seededRandom } from '#base';
import { toTypeScript } from '#compile';
import type { CapabilityPlan, PlanNode } from '#plan';
import { randomSteps } from '../laws/randomPlan';
import { workspace } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { expressionOf } from './expressionOf';

const folder = mkdtempSync(join(tmpdir(), 'planloom-module-'));
afterAll(() => rmSync(folder, { recursive: true }));
let modules = 0;

type Call = { readonly node: string; readonly address: string; readonly input: Json };
type Given = {
  readonly activities: Record<string, (call: Call) => Promise<Json>>;
  readonly expressions: Record<string, (variables: JsonObject, value: Json) => Json>;
  readonly plans: Record<string, (variables: JsonObject) => Json>;
};
type Made = { readonly createPlanMachine: (given: Given) => Parameters<typeof createActor>[0] };

/** The module as whoever exports it would run it: its types taken away, and nothing of ours around it. */
export async function loaded(text: string): Promise<Made> {
  const { code } = await transformWithOxc(text, 'module.ts');
  const file = join(folder, `module-${modules++}.mjs`);
  const xstate = pathToFileURL(join(process.cwd(), 'node_modules/xstate/dist/xstate.esm.js')).href;
  writeFileSync(file, code.replace("from 'xstate'", `from '${xstate}'`));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

interface Waiting {
  readonly resolve: (value: Json) => void;
  readonly reject: (error: unknown) => void;
}

/** The kernel and the module of a plan, side by side: whatever is told to the one is told to the other. */
export class SideBySide {
  readonly kernel = new TestRun();
  private readonly waiting = new Map<string, Waiting>();
  private readonly nodes = new Map<string, PlanNode>();
  private readonly actor: ReturnType<typeof createActor>;

  private constructor(
    private readonly plan: CapabilityPlan,
    private readonly random: Random,
    made: Made,
    private readonly input: JsonObject,
  ) {
    for (const node of nodesOf(plan)) this.nodes.set(node.id, node);
    this.actor = createActor(made.createPlanMachine(this.given()), {
      input: input as never,
      clock: { setTimeout: () => 0, clearTimeout: () => undefined },
    });
  }

  static async of(
    plan: CapabilityPlan,
    seed: number,
    input: JsonObject = {},
    others: readonly CapabilityPlan[] = [],
  ): Promise<SideBySide> {
    const { text } = await toTypeScript(plan, workspace([plan, ...others]));
    return new SideBySide(plan, seededRandom(seed), await loaded(text), input);
  }

  /** Runs both to their end, or until nothing can happen; at most so many facts. */
  async go(most = 200): Promise<void> {
    const used = [...this.nodes.values()].flatMap((node) =>
      node.type === 'CAPABILITY' ? [node.params.capability] : [],
    );
    const capabilities = [...new Set(['echo', ...used])].map((id) => tool(id));
    this.kernel.feed(startOf(this.plan, { input: this.input, closure: { capabilities } }));
    this.actor.start();
    await settle();
    for (
      let left = most;
      left > 0 && this.kernel.status !== 'completed' && this.kernel.status !== 'failed';
      left--
    ) {
      const open = this.kernel.open;
      const address = open[this.random.below(open.length)];
      if (address === undefined) return;
      this.tell(address);
      await settle();
    }
  }

  private tell(address: string): void {
    const timer = /^(.*)!(retry|timeout)$/.exec(address);
    if (timer !== null) this.fire(address, timer[1] ?? '', timer[2] ?? '');
    else this.reply(address, this.taken(address));
  }

  private fire(address: string, attempt: string, kind: string): void {
    const container = attempt.replace(/\[\d+\]$/, '');
    const isRound = kind === 'retry' && this.nodeAt(container)?.type === 'RETRY';
    this.kernel.fires(address);
    this.actor.send({ type: 'timer', address: container, what: isRound ? 'round' : kind } as never);
  }

  /** What the module asked at an address of the kernel's: a planner's calls there have numbers of their own. */
  private taken(address: string): Waiting {
    const attempt = address.replace(/!.*$/, '');
    const isPlan = /!\d+$/.test(address);
    const isIt = (one: string): boolean =>
      one === attempt || (isPlan && withoutAttempt(one) === withoutAttempt(attempt));
    const found = [...this.waiting].find(([one]) => isIt(one));
    if (found === undefined)
      throw new Error(`the module does not wait at ${address}, but at ${[...this.waiting.keys()].join()}`);
    this.waiting.delete(found[0]);
    return found[1];
  }

  private reply(address: string, module: Waiting): void {
    const node = this.nodeAt(address.replace(/!.*$/, ''));
    if (/!\d+$/.test(address)) {
      this.propose(address, module);
    } else if (address.endsWith('!approve')) {
      const value = { decision: this.random.below(4) === 0 ? 'reject' : 'approve' };
      this.kernel.answer(address, value);
      module.resolve(value);
    } else if (node?.type === 'HUMAN_INPUT') {
      const decision = node.params.decisions?.[this.random.below(2)]?.id;
      const value: Json = decision === undefined ? { text: 'x' } : { decision };
      this.kernel.answer(address, value);
      module.resolve(value);
    } else if (this.random.below(4) === 0) {
      this.kernel.fails(address);
      module.reject({ code: 'BROKEN', message: 'no' });
    } else {
      const value = [1, 2, 'x', null, { a: 1 }][this.random.below(5)] ?? null;
      this.kernel.done(address, value);
      module.resolve(value);
    }
  }

  private propose(address: string, module: Waiting): void {
    if (this.random.below(5) === 0) {
      this.kernel.refuses(address);
      module.reject({ code: 'PLAN_INVALID', message: 'no' });
      return;
    }
    const body = JSON.parse(JSON.stringify(randomSteps(this.random)));
    this.kernel.proposes(address, body);
    module.resolve(body);
  }

  private nodeAt(address: string): PlanNode | undefined {
    return this.nodes.get(withoutAttempt(address).split('/').at(-1) ?? '');
  }

  private given(): Given {
    const activities: Given['activities'] = new Proxy(
      {},
      {
        get: (_, key) => (call: Call) =>
          new Promise<Json>((resolve, reject) => {
            const address = String(key).endsWith('.approve') ? call.address : call.address;
            this.waiting.set(address, { resolve, reject });
          }),
      },
    );
    const expressions: Given['expressions'] = new Proxy(
      {},
      {
        get: (_, key) => expressionOf(this.plan, (id) => this.nodes.get(id), String(key)),
      },
    );
    const plans: Given['plans'] = new Proxy(
      {},
      {
        get: (_, key) => (variables: JsonObject) => {
          const planning = this.nodes.get(String(key));
          const name =
            planning?.type === 'PLAN_EXECUTOR' || planning?.type === 'PLANNER'
              ? planning.params?.planVariable
              : undefined;
          const body = variables[name ?? 'dynamicPlan'] ?? null;
          const [last] = this.kernel.commits.slice(-1);
          if (last?.entries.some(({ kind }) => kind === 'plan.refused')) throw new Error('refused');
          if (!isJsonObject(body) || !Array.isArray(body.nodes)) return null;
          for (const node of body.nodes as unknown as PlanNode[])
            this.nodes.set(`${String(key)}/${node.id}`, node);
          return body;
        },
      },
    );
    return { activities, expressions, plans };
  }

  /** Nodes in the order in which their attempts began, without the numbers of attempts. */
  visits(): { readonly kernel: readonly string[]; readonly module: readonly string[] } {
    const started = this.kernel.commits.flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) => (kind === 'node.started' ? [plain(address)] : [])),
    );
    return { kernel: started, module: this.standing().visited.map(plain) };
  }

  standing(): { readonly visited: readonly string[]; readonly phase: string; readonly output: Json } {
    return this.actor.getSnapshot().context.standing;
  }

  stop(): void {
    this.actor.stop();
  }
}

function withoutAttempt(address: string): string {
  return address.replace(/#\d+$/, '');
}

function plain(address: string): string {
  return address.replace(/#\d+/g, '');
}

function* nodesOf(body: { readonly nodes: readonly PlanNode[] }): Generator<PlanNode> {
  for (const node of body.nodes) {
    yield node;
    for (const inner of ['body', 'try', 'catch', 'finally'] as const) {
      const inside: unknown = Reflect.get(node, inner);
      if (typeof inside === 'object' && inside !== null)
        yield* nodesOf(inside as { nodes: readonly PlanNode[] });
    }
  }
}

/** Lets promises and what they set off come to rest. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}
