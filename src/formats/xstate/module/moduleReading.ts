import type { Where } from '#base';
import type { ImportReport, Path } from '../../common/report';
import type { ModuleText } from './moduleText';
import { type Heard, type KnownContext, Setting } from './setting';
import { isInfinite, type Syntax } from './syntax';

/** One machine of a module being read: what cannot be translated is kept by name, with its text. */
export class ModuleReading {
  private readonly kept = new Map<string, string>();

  /** Why what was last asked for could not be translated. */
  reason: string | null = null;

  /** Guards of the module that may throw. */
  readonly throwing = new Set<string>();

  /** What is written at each place of the configuration that was read. */
  private readonly nodes = new Map<Path, Syntax>();

  constructor(
    readonly module: ModuleText,
    readonly report: ImportReport,
    private readonly context: KnownContext,
    config: Syntax,
  ) {
    this.nodes.set('', config);
  }

  /** Remembers what is written at a place; a constant where it is named. */
  found(path: Path, node: Syntax): void {
    this.nodes.set(path, node);
  }

  /** Where in the module a place of the configuration is: that of what is around it where it was not read by itself. */
  whereOf(path: Path): Where {
    for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const node = this.nodes.get(at);
      if (node !== undefined) return this.module.whereOf(node);
      if (at === '') return {};
    }
  }

  /** What the arguments of a function are at a place of the configuration. */
  setting(path: Path): Setting {
    return new Setting(this.module, this.context, heardAt(path), eventAt(path));
  }

  /**
   * Something that would have to be run to be known: a named implementation (M6). It is told, and its text is kept.
   *
   * @param name what the machine calls it; null where it is written in place, and gets a name after its place
   */
  keep(name: string | null, node: Syntax, path: string, kind: string): string {
    const known = name ?? (node.type === 'Identifier' ? this.module.text(node) : `inline ${path}`);
    const unique = known.slice(0, 200);
    const text = this.module.text(this.module.resolve(node)).slice(0, 20_000);
    this.kept.set(unique, text);
    const why = isInfinite(node) ? 'it is too large for a number of JSON' : this.reason;
    const reason = why === null ? '' : ` (${why})`;
    this.reason = null;
    this.report.warn(
      'XSTATE_IMPLEMENTATION',
      `The ${kind} "${unique}" is code${reason}: it is kept as a name, and not run.`,
      'Bind it to a capability (--bind NAME=CAPABILITY), or write what it does as a condition or an assignment.',
      path,
      this.module.whereOf(node),
    );
    return unique;
  }

  /** Text that only the module's compiler needs, kept for readers. */
  note(path: string, node: Syntax): undefined {
    this.kept.set(path, this.module.text(node).slice(0, 20_000));
    this.report.kept(
      path,
      'source.xstate.code',
      'It holds types, which only the compiler of the module reads.',
    );
  }

  code(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.kept);
  }
}

/** The event that a transition waits for; null where its key is a pattern of several, or the place is in no transition. */
function eventAt(path: Path): string | null {
  const [, event = ''] = /^(?:\/states\/[^/]+)*\/on\/([^/]+)\//.exec(path) ?? [];
  return event === '' || event.includes('*') ? null : event;
}

/** What a function at a place of a configuration hears: events of users, or that an invocation or a state is done. */
function heardAt(path: Path): Heard {
  const keys = path.split('/').slice(1);
  let at = 0;
  while (keys[at] === 'states' && keys[at + 1] !== undefined) at += 2;
  const [kind, second = '', third = ''] = keys.slice(at);
  if (kind === 'on') return second === '*' || second.startsWith('xstate.') ? 'any' : 'user';
  if (kind === 'onDone') return 'done';
  if (kind !== 'invoke') return 'any';
  const end = /^\d+$/.test(second) ? third : second;
  return end === 'onDone' ? 'done' : end === 'onError' ? 'failed' : 'any';
}
