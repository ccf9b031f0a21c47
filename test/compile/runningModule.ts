import { createActor } from 'xstate';
import type { Json } from '#base';
import { toTypeScript } from '#compile';
import type { CapabilityPlan, Feature, Plan } from '#plan';
import { plan, workspace } from '../notation/plan';
import { expressionOf } from './expressionOf';
import { type Call, loaded, type Made, settle } from './loaded';

/** A module that runs, with what it waits for, in the hands of a test. */
export class Running {
  readonly calls: Call[] = [];
  readonly waits: number[] = [];
  readonly aborted: string[] = [];
  readonly #pending = new Map<
    string,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  readonly #fire: (() => void)[] = [];
  readonly #actor;

  constructor(
    readonly made: Made,
    main: CapabilityPlan,
    { plans = [], features = [], input = {}, random, fits, msUntil, machines }: World = {},
  ) {
    const sources = {
      plan: (prefix: string) =>
        [main, ...plans].find(
          (one): one is CapabilityPlan =>
            one.kind === 'capability' && (prefix === '' ? one === main : `${one.id}/` === prefix),
        ),
      node: (name: string) =>
        [main, ...plans]
          .flatMap((one) => (one.kind === 'capability' ? one.nodes : []))
          .find(({ id }) => id === name.split('/').at(-1)),
      feature: (id: string) => features.find((one) => one.id === id),
    };
    const parameters = {
      activities: new Proxy({}, { get: () => this.#perform }),
      expressions: new Proxy({}, { get: (_, key) => expressionOf(sources, String(key)) }),
      plans: {},
      ...given({ random, fits, msUntil, machines }),
    };
    this.#actor = createActor(made.createPlanMachine(parameters), {
      input: input as never,
      clock: this.#clock as never,
    });
  }

  readonly #perform = (call: Call, signal: AbortSignal): Promise<unknown> => {
    this.calls.push(call);
    signal.addEventListener('abort', () => this.aborted.push(call.address));
    return new Promise((resolve, reject) => {
      this.#pending.set(call.address, { resolve, reject });
    });
  };

  readonly #clock = {
    setTimeout: (happens: () => void, afterMs: number): number => {
      this.waits.push(afterMs);
      return this.#fire.push(happens);
    },
    clearTimeout: (): void => undefined,
  };

  async start(): Promise<this> {
    this.#actor.start();
    await settle();
    return this;
  }

  get open(): readonly string[] {
    return this.calls.map(({ address }) => address);
  }

  async done(address: string, value: unknown = null): Promise<void> {
    this.#pending.get(address)?.resolve(value);
    await settle();
  }

  async fails(address: string, code = 'BROKEN'): Promise<void> {
    this.#pending.get(address)?.reject({ code, message: 'no' });
    await settle();
  }

  async signal(event: string, data: Json = null): Promise<void> {
    this.#actor.send({ type: 'signal', event, data } as never);
    await settle();
  }

  async fire(index: number): Promise<void> {
    this.#fire[index]?.();
    await settle();
  }

  get visited(): readonly string[] {
    return this.#actor.getSnapshot().context.standing.visited;
  }

  get persisted(): unknown {
    return this.#actor.getPersistedSnapshot();
  }

  get end(): { readonly status: string; readonly output: Json; readonly error: string | null } {
    const { phase, output, error } = this.#actor.getSnapshot().context.standing;
    return { status: phase, output, error: error?.code ?? null };
  }
}

export interface World {
  readonly plans?: readonly Plan[];
  readonly features?: readonly Feature[];
  readonly random?: (address: string) => number;
  readonly fits?: (schema: Json, value: Json) => boolean;
  readonly msUntil?: (time: string) => number;
  readonly machines?: { readonly [plan: string]: unknown };
  readonly input?: { readonly [name: string]: Json };
}

export async function running(main: CapabilityPlan | string, world: World = {}): Promise<Running> {
  return (await loading(main, world)).start();
}

/** The same before it starts. */
export async function loading(main: CapabilityPlan | string, world: World = {}): Promise<Running> {
  const of = typeof main === 'string' ? plan(main) : main;
  const { plans = [], features = [] } = world;
  const { text } = await toTypeScript(of, { ...workspace([of, ...plans]), features: [...features] });
  return new Running(await loaded(text), of, world);
}

/** Those that are given: a module takes no `undefined`. */
function given(of: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}
