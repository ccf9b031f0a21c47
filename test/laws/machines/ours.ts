import type { Json, JsonObject } from '#base';
import {
  type CompiledMachine,
  compileMachine,
  type MachineEvent,
  type MachineTurn,
  persistStanding,
  restoreStanding,
  sendToMachine,
  startMachine,
} from '#compile';
import { type ImportOutcome, importXState } from '#formats';
import type { Line, Seen, Side } from './agree';
import { moduleText } from './moduleText';
import { type GuardSketch, isGuardSketch, type Move } from './sketch';

/** The original, imported (M6) and compiled; null where what it is cannot be run, with the codes that say so. */
export async function imported(config: JsonObject): Promise<CompiledMachine | readonly string[]> {
  return compiled(await importXState(dialectOf(config)));
}

/** The same of a module's text, which is read and never run. */
export async function machineOfModule(config: JsonObject): Promise<CompiledMachine | readonly string[]> {
  return compiled(await importXState(moduleText(config)));
}

function compiled({ workspace, diagnostics }: ImportOutcome): CompiledMachine | readonly string[] {
  const [plan] = workspace?.plans ?? [];
  if (plan === undefined || plan.kind !== 'state-machine')
    return diagnostics.map(({ code, message }) => `${code} ${message}`);
  const machine = compileMachine({ ...plan, delays: DELAYS });
  return machine.ok ? machine.value : machine.problem.map(({ code }) => code);
}

/** What JSON cannot say of a named delay, as `original.ts` says it. */
const DELAYS = [
  { name: 'SOON', ms: 67 },
  { name: 'LATE', ms: '300 + count' },
];

/** Guards in CEL. */
export function dialectOf(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value), (_, inner: Json) =>
    isGuardSketch(inner) ? written(JSON.parse(JSON.stringify(inner.params))) : inner,
  );
}

function written(sketch: GuardSketch): Json {
  if ('named' in sketch) return sketch.named;
  return { type: 'planloom.when', params: { when: celOf(sketch) } };
}

function celOf(sketch: GuardSketch): string {
  if ('named' in sketch) return `guard("${sketch.named}")`;
  if ('atLeast' in sketch) return `count >= ${sketch.atLeast}`;
  if ('data' in sketch) return `event.data.n == ${sketch.data}`;
  if ('typed' in sketch) return `event.type == "${sketch.typed}"`;
  if ('in' in sketch) return `inState("#${sketch.in}")`;
  if ('not' in sketch) return `!(${celOf(sketch.not)})`;
  const parts = 'and' in sketch ? sketch.and : sketch.or;
  return parts.map((part) => `(${celOf(part)})`).join('and' in sketch ? ' && ' : ' || ');
}

/** Our frames on the same way. Every other standing goes through JSON. */
export class Ours implements Side {
  private turn: MachineTurn;
  /**
   * As XState's scheduler keeps them: one that is asked for again before it is withdrawn runs twice; withdrawn is the one
   * asked for last, and none once one of them has come.
   */
  private timers: { readonly id: string; readonly at: number }[] = [];
  private readonly found = new Map<string, Ours['timers'][number]>();
  private readonly invoked = new Map<string, { readonly state: string | null; readonly id: string }>();
  /** Those that have come to their end and still belong to a state that is active: they hear no more. */
  private readonly over = new Set<string>();
  private now = 0;
  private lines: Line[] = [];
  private isDead = false;
  private output: Json = null;
  private turns = 0;

  constructor(
    private readonly machine: CompiledMachine,
    answers: Readonly<Record<string, boolean>>,
  ) {
    this.turn = startMachine(machine, { variables: {}, goalData: null, guards: answers });
    this.note();
  }

  take(move: Move): Seen {
    this.lines = [];
    const event = this.eventOf(move);
    if (event !== null) {
      let { standing } = this.turn;
      if (this.turns++ % 2 === 0)
        standing = restoreStanding(JSON.parse(JSON.stringify(persistStanding(standing))));
      this.turn = sendToMachine(this.machine, standing, event, move.answers);
      this.note();
    }
    return this.seen();
  }

  seen(): Seen {
    const { standing, error } = this.turn;
    const status = standing.status === 'active' ? 'active' : this.isDead ? 'error' : 'done';
    return {
      status: error === null ? status : 'loop',
      value: standing.value,
      context: Object.fromEntries([...standing.variables]),
      tags: standing.tags,
      lines: this.lines,
      invoked: [...this.invoked.keys()].sort(),
      output: this.machine.config.output !== undefined && status === 'done' ? this.output : null,
    };
  }

  private eventOf({ kind, event, which }: Move): MachineEvent | null {
    if (kind === 'user') return { kind: 'user', type: event.type, data: { n: event.n } };
    if (kind === 'advance') {
      const [due] = this.timers.toSorted((one, other) => one.at - other.at);
      if (due === undefined) return null;
      this.now = due.at;
      this.found.delete(due.id);
      this.timers = this.timers.filter((timer) => timer !== due);
      return { kind: 'timer', id: due.id };
    }
    const ids = [...this.invoked.keys()].sort();
    const one = this.invoked.get(ids[which % Math.max(ids.length, 1)] ?? '');
    if (one === undefined) return null;
    this.over.add(one.id);
    if (kind === 'done') return { kind, ...one, output: { n: event.n } };
    return { kind: 'failed', ...one, error: { code: 'DOWN', message: 'No.' } };
  }

  private hears(id: string): boolean {
    return this.invoked.has(id) && !this.over.has(id);
  }

  private startTimer(timer: Ours['timers'][number]): void {
    this.timers.push(timer);
    this.found.set(timer.id, timer);
  }

  private note(): void {
    const sent: Line[] = [];
    for (const effect of this.turn.effects) {
      switch (effect.kind) {
        case 'invoke':
          this.over.delete(effect.id);
          this.invoked.set(effect.id, { state: effect.state, id: effect.id });
          this.lines.push(['invoke', effect.id, effect.capability ?? '', effect.input]);
          break;
        case 'stop':
          this.invoked.delete(effect.id);
          break;
        case 'timer':
          this.startTimer({ id: effect.id, at: this.now + effect.delayMs });
          this.lines.push(['timer', effect.delayMs]);
          break;
        case 'untimer':
          this.timers = this.timers.filter((timer) => timer !== this.found.get(effect.id));
          this.found.delete(effect.id);
          break;
        case 'call':
          this.lines.push(['call', effect.capability, effect.input]);
          break;
        case 'send':
          if (this.hears(effect.to)) sent.push(['sent', effect.to, effect.event, effect.data]);
          break;
        case 'emit':
          this.lines.push(['emit', effect.event, effect.data]);
          break;
        case 'log':
          this.lines.push(['log', effect.message, effect.label]);
          break;
        case 'done':
          this.isDead = effect.state === null && effect.outcome === 'failed';
          this.output = effect.output;
          if (this.turn.standing.status !== 'active') {
            this.invoked.clear();
            this.timers = [];
          }
          break;
        default:
      }
    }
    this.lines.push(...sent);
  }
}
