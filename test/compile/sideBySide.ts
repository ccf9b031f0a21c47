import { createActor } from 'xstate';
import { isJsonObject, type Json, type JsonObject, type Random, seededRandom } from '#base';
import { toTypeScript } from '#compile';
import { openCommands } from '#kernel';
import { allNodes, type CapabilityPlan, type Feature, type PlanNode } from '#plan';
import { randomSteps } from '../laws/randomPlan';
import { workspace } from '../notation/plan';
import { startOf, TestRun, tool } from '../notation/run';
import { expressionOf } from './expressionOf';
import { type Call, type Given, loaded, type Made, settle } from './loaded';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** What else is in the workspace. */
export interface World {
  readonly plans: readonly CapabilityPlan[];
  readonly features: readonly Feature[];
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
    private readonly world: World,
  ) {
    for (const one of [plan, ...world.plans])
      for (const { node } of allNodes(one))
        this.nodes.set(one === plan ? node.id : `${one.id}/${node.id}`, node);
    this.actor = createActor(made.createPlanMachine(this.given()), {
      input: input as never,
      clock: { setTimeout: () => 0, clearTimeout: () => undefined },
    });
  }

  static async of(
    plan: CapabilityPlan,
    seed: number,
    input: JsonObject = {},
    world: World = { plans: [], features: [] },
  ): Promise<SideBySide> {
    const { text } = await toTypeScript(plan, {
      ...workspace([plan, ...world.plans]),
      features: [...world.features],
    });
    return new SideBySide(plan, seededRandom(seed), await loaded(text), input, world);
  }

  /** Runs both to their end, or until nothing can happen; at most so many facts. */
  async go(most = 200): Promise<void> {
    const used = [...this.nodes.values()].flatMap((node) =>
      node.type === 'CAPABILITY' ? [node.params.capability] : [],
    );
    const capabilities = [...new Set(['echo', ...used])].map((id) => tool(id));
    const { plans, features } = this.world;
    const closure = { capabilities, plans: [this.plan, ...plans], features: [...features] };
    this.kernel.feed(startOf(this.plan, { input: this.input, closure }));
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
    const waits = this.kernel.state ? openCommands(this.kernel.state) : [];
    const command = waits.find((one) => one.address === address);
    if (command?.kind === 'timer') this.fire(address);
    else if (command?.kind === 'listen') this.signal(command.events);
    else this.reply(address, this.taken(address));
  }

  private fire(address: string): void {
    this.kernel.fires(address);
    this.actor.send({ type: 'timer', address } as never);
  }

  /** One of those that somebody waits for, now and then one that nobody does. */
  private signal(events: readonly { readonly event: string }[]): void {
    const event = events[this.random.below(events.length + 1)]?.event ?? 'other';
    const data = this.random.below(5);
    this.kernel.feed({ type: 'signal.received', event, data });
    this.actor.send({ type: 'signal', event, data } as never);
  }

  /** What the module asked at an address of the kernel's: a planner's calls there have numbers of their own. */
  private taken(address: string): Waiting {
    const isPlan = /!\d+$/.test(address);
    const isIt = (one: string): boolean =>
      one === address || (isPlan && withoutAttempt(one) === address.replace(/!\d+$/, ''));
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
    const id = withoutAttempt(address).split('/').at(-1) ?? '';
    return this.nodes.get(id) ?? [...this.nodes].find(([name]) => name.endsWith(`/${id}`))?.[1];
  }

  private given(): Given {
    const activities: Given['activities'] = new Proxy(
      {},
      {
        get: () => (call: Call) =>
          new Promise<unknown>((resolve, reject) => {
            if (!/!observe-\d+$/.test(call.address)) this.waiting.set(call.address, { resolve, reject });
          }),
      },
    );
    const expressions: Given['expressions'] = new Proxy(
      {},
      {
        get: (_, key) =>
          expressionOf(
            {
              plan: (prefix) =>
                prefix === '' ? this.plan : this.world.plans.find(({ id }) => `${id}/` === prefix),
              node: (name) => this.nodes.get(name),
              feature: (id) => this.world.features.find((feature) => feature.id === id),
            },
            String(key),
          ),
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

  /** Addresses of attempts in the order in which they began. */
  visits(): { readonly kernel: readonly string[]; readonly module: readonly string[] } {
    const started = this.kernel.commits.flatMap(({ entries }) =>
      entries.flatMap(({ kind, address }) => (kind === 'node.started' ? [String(address)] : [])),
    );
    return { kernel: started, module: this.standing().visited };
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
