/** One line of the kernel or the compiler made wrong on purpose, and the tests that must notice. */
export interface Mutant {
  /** The rule that it breaks. */
  readonly rule: string;
  /** Below `src`. */
  readonly file: string;
  /** Text that stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** Names of test files below `test`, without their ending. */
  readonly tests: readonly string[];
  /** Whether `npm test` runs it; `npm run mutants` runs all. */
  readonly sample?: true;
}

const kernel = (name: string): string => `kernel/${name}`;

/** R: running a scope. */
export const RULES_R: readonly Mutant[] = [
  {
    rule: 'R1',
    file: 'compile/lower/lower.ts',
    from: 'components(body).map(',
    to: '[body.nodes].map(',
    tests: [kernel('groups')],
  },
  {
    rule: 'R2',
    file: 'compile/machine/graphCounts.ts',
    from: 'else if (open > 0) return;',
    to: 'else if (open > 1) return;',
    tests: [kernel('scheduling')],
  },
  {
    rule: 'R3',
    file: 'compile/lower/wiring.ts',
    from: 'filter((index) => !reached.has(index))',
    to: 'filter((index) => reached.has(-index))',
    tests: [kernel('scheduling')],
  },
  {
    rule: 'R4',
    file: 'compile/machine/graphCounts.ts',
    from: 'else if (taken > 0) this.start(to);',
    to: 'else if (taken >= 0) this.start(to);',
    tests: [kernel('scheduling')],
    sample: true,
  },
  {
    rule: 'R5',
    file: 'kernel/nodes/switch.ts',
    from: 'if (!node.params.all) break;',
    to: 'if (node.params.all) break;',
    tests: [kernel('scheduling')],
  },
  {
    rule: 'R6',
    file: 'compile/machine/graphCounts.ts',
    from: 'if (isTaken && before === BEGUN) this.#late.push(to);',
    to: 'if (!isTaken && before === BEGUN) this.#late.push(to);',
    tests: [kernel('joins')],
  },
  {
    rule: 'R7',
    file: 'compile/lower/graph.ts',
    from: 'next.length > 0 && next.every(',
    to: 'next.length > 0 && next.some(',
    tests: [kernel('joins')],
    sample: true,
  },
  {
    rule: 'R8',
    file: 'kernel/settle.ts',
    from: "const handled = node.onError === 'route' && ports.includes('error');",
    to: "const handled = node.onError === 'route';",
    tests: [kernel('failures')],
  },
  {
    rule: 'R9',
    file: 'compile/machine/branchCounts.ts',
    from: 'Math.min(counts.limit - running, counts.n - counts.opened)',
    to: 'counts.n - counts.opened',
    tests: [kernel('groups')],
  },
  {
    rule: 'R9',
    file: 'kernel/draft.ts',
    from: "if (kind !== 'queued' && kind !== 'guarded') frame.started = true;",
    to: 'frame.started = true;',
    tests: [kernel('groups')],
  },
  {
    rule: 'R10',
    file: 'compile/machine/branchCounts.ts',
    from: "return rule === 'ALL' && bad > 0 ? 'failed' : 'done';",
    to: "return 'done';",
    tests: [kernel('groups')],
  },
  {
    rule: 'R10',
    file: 'compile/machine/branchCounts.ts',
    from: "return ok + left < need ? 'failed' : 'open';",
    to: "return ok + left <= need ? 'failed' : 'open';",
    tests: ['compile/branchCounts'],
    sample: true,
  },
  {
    rule: 'R11',
    file: 'kernel/scopes/branches.ts',
    from: "if (policy.rest === 'ignore') keepLate",
    to: "if (policy.rest !== 'ignore') keepLate",
    tests: [kernel('completions'), kernel('background')],
  },
  {
    rule: 'R12',
    file: 'kernel/settle.ts',
    from: 'draft.release(ref);\n  if (handled)',
    to: 'if (handled)',
    tests: [kernel('failures')],
  },
  {
    rule: 'R12',
    file: 'kernel/scopes/closing.ts',
    from: 'if (at.background !== null) return false;',
    to: '',
    tests: [kernel('background')],
  },
  {
    rule: 'R13',
    file: 'kernel/settle.ts',
    from: 'around.results = around.results.set(node.id, result);',
    to: 'around.results = around.results.set(node.id, null);',
    tests: [kernel('dynamicPlans')],
  },
  {
    rule: 'R14',
    file: 'kernel/restingScopes.ts',
    from: 'other.depth - one.depth',
    to: 'one.depth - other.depth',
    tests: [kernel('ending')],
  },
  {
    rule: 'R15',
    file: 'kernel/run/outputs.ts',
    from: 'return ok({ ...outputs, ...replaced });',
    to: 'return ok({ ...replaced, ...outputs });',
    tests: [kernel('ending'), kernel('subPlans'), 'laws/reference'],
  },
  {
    rule: 'R16',
    file: 'kernel/nodes/eventWait.ts',
    from: "(node.params.mode ?? 'persistent') === 'persistent'",
    to: "(node.params.mode ?? 'persistent') !== 'persistent'",
    tests: [kernel('signals')],
    sample: true,
  },
  {
    rule: 'R16',
    file: 'compile/machine/graphCounts.ts',
    from: 'for (const node of nodes) change.leave(node, null);',
    to: 'for (const _ of nodes) break;',
    tests: [kernel('signals')],
  },
  {
    rule: 'R17',
    file: 'kernel/scopes/cancelScope.ts',
    from: 'b.depth - a.depth',
    to: 'a.depth - b.depth',
    tests: [kernel('ending')],
    sample: true,
  },
  {
    rule: 'R18',
    file: 'kernel/scopes/frames.ts',
    from: 'if (node === undefined || node.key !== node.id) continue;',
    to: 'if (node === undefined || node.key === node.id) continue;',
    tests: [kernel('scheduling')],
  },
  {
    rule: 'R19',
    file: 'kernel/run/gate.ts',
    from: "if (draft.gate.kind === 'open') return true;",
    to: 'return true;',
    tests: [kernel('pausing')],
    sample: true,
  },
  {
    rule: 'R20',
    file: 'kernel/scopes/frames.ts',
    from: "layered: node.type !== 'ITERATOR' || node.params.merge !== 'SHARED',",
    to: 'layered: false,',
    tests: [kernel('groups')],
    sample: true,
  },
  {
    rule: 'R21',
    file: 'kernel/settle.ts',
    from: 'if (!WITHOUT_VALUE.has(node.type)) draft.change(frameId).value = result;',
    to: 'draft.change(frameId).value = result;',
    tests: [kernel('values')],
  },
  {
    rule: 'R22',
    file: 'kernel/order.ts',
    from: 'if (difference !== 0) return difference;',
    to: 'if (difference !== 0) return -difference;',
    tests: [kernel('scheduling')],
    sample: true,
  },
  {
    rule: 'R23',
    file: 'kernel/scopes/cancelScope.ts',
    from: 'draft.frames.close(closed)',
    to: 'void closed',
    tests: [kernel('ending'), 'laws/laws'],
  },
];

/** V: values, and L2 where it says what a value is. */
export const RULES_V: readonly Mutant[] = [
  {
    rule: 'V1',
    file: 'kernel/run/outputs.ts',
    from: "if (declared.get(name)?.scope !== 'OUT' || given.has(name)) continue;",
    to: 'continue;',
    tests: [kernel('values')],
    sample: true,
  },
  {
    rule: 'V1',
    file: 'kernel/run/input.ts',
    from: 'if (value === undefined && fallback === undefined)',
    to: 'if (value === undefined)',
    tests: [kernel('values')],
  },
  {
    rule: 'V2',
    file: 'kernel/variables.ts',
    from: "draft.emit({ address: by, data: { value, variable }, kind: 'variable.written' });",
    to: '',
    tests: [kernel('values')],
  },
  {
    rule: 'V3',
    file: 'kernel/values.ts',
    from: "if (typeof value.value === 'boolean') return ok(value.value);",
    to: 'return ok(value.value !== false);',
    tests: [kernel('values')],
  },
  {
    rule: 'V4',
    file: 'kernel/facts/effects.ts',
    from: '  if (offence === null) {',
    to: '  if (offence !== undefined) {',
    tests: [kernel('failures')],
  },
  {
    rule: 'V4',
    file: 'kernel/notJson.ts',
    from: 'return levels < LIMITS.jsonDepth',
    to: 'return levels > 0',
    tests: ['limits/limits'],
  },
  {
    rule: 'V5',
    file: 'kernel/planning/readPlan.ts',
    from: 'if (known !== undefined) return known;',
    to: 'return known ?? null;',
    tests: [kernel('approval'), kernel('dynamicPlans')],
  },
];

/** K and C: kernel, ledger and compiler; L2, whose waits and limits the kernel keeps. */
export const RULES_K: readonly Mutant[] = [
  {
    rule: 'C1',
    file: 'compile/compile.ts',
    from: 'return cycles.length > 0 ? err(cycles) :',
    to: 'return cycles.length > 99 ? err(cycles) :',
    tests: ['compile/lowering'],
  },
  {
    rule: 'C2',
    file: 'compile/lower/sequence.ts',
    from: 'wiring.starts.length > 1 ||',
    to: '',
    tests: ['compile/lowering'],
  },
  {
    rule: 'K1',
    file: 'kernel/persist.ts',
    from: 'layer: layer && pairs(layer),',
    to: 'layer: null,',
    tests: [kernel('persist')],
    sample: true,
  },
  {
    rule: 'K2',
    file: 'kernel/nodes/capability.ts',
    from: 'startTimeout(draft, ref);',
    to: '',
    tests: [kernel('failures')],
  },
  {
    rule: 'K3',
    file: 'kernel/ledger/seal.ts',
    from: 'previous === null ? 0 : previous.seq + 1',
    to: 'previous === null ? 1 : previous.seq + 1',
    tests: [kernel('ledger')],
  },
  {
    rule: 'K3',
    file: 'kernel/ledger/canonicalCommit.ts',
    from: "return (previous ?? '') + text;",
    to: 'return previous === null ? text : text;',
    tests: [kernel('ledger')],
  },
  {
    rule: 'K3',
    file: 'runtime/driver.ts',
    from: 'await this.#setup.host.ledger.append(',
    to: 'void this.#setup.host.ledger.append(',
    tests: ['laws/crash'],
  },
  {
    rule: 'K4',
    file: 'kernel/ledger/replay.ts',
    from: 'if (again.hash !== commit.hash) return',
    to: 'if (again.seq !== commit.seq) return',
    tests: [kernel('ledger')],
  },
  {
    rule: 'K5',
    file: 'kernel/facts/start.ts',
    from: "if (draft.start.paused && !draft.forking) pause(draft, 'step');",
    to: '',
    tests: [kernel('pausing')],
  },
  {
    rule: 'K6',
    file: 'kernel/run/gate.ts',
    from: 'if (draft.uncertain > 0) return false;',
    to: '',
    tests: [kernel('recovery')],
  },
  {
    rule: 'K6',
    file: 'runtime/resumeRun.ts',
    from: "return command.effect === 'pure' || command.effect === 'read' || command.idempotent;",
    to: 'return true;',
    tests: ['runtime/crash', 'laws/crash'],
  },
  {
    rule: 'K8',
    file: 'kernel/reuse/match.ts',
    from: 'return keyOf(command, closure) === found.key ? place : null;',
    to: 'return place;',
    tests: [kernel('forking')],
  },
  {
    rule: 'K10',
    file: 'kernel/budget/budget.ts',
    from: 'draft.calls >= calls',
    to: 'draft.calls > calls',
    tests: [kernel('budgets')],
  },
  {
    rule: 'K11',
    file: 'kernel/nodes/activate.ts',
    from: 'const address = attempt === 1 ? base : withAttempt(base, attempt);',
    to: 'const address = base;',
    tests: [kernel('failures')],
  },
  {
    rule: 'K12',
    file: 'kernel/settle.ts',
    from: "data: { error, handled, ...used }, kind: 'node.failed'",
    to: "data: { error, handled: false, ...used }, kind: 'node.failed'",
    tests: [kernel('failures')],
  },
  {
    rule: 'L2',
    file: 'kernel/retry.ts',
    from: 'made >= retry.maxAttempts',
    to: 'made > retry.maxAttempts',
    tests: [kernel('failures')],
  },
  {
    rule: 'L2',
    file: 'kernel/retry.ts',
    from: '(retry.backoffCoefficient ?? 2) ** (made - 1)',
    to: '(retry.backoffCoefficient ?? 2) ** made',
    tests: [kernel('failures')],
  },
  {
    rule: 'L2',
    file: 'kernel/mutex.ts',
    from: 'const [next, ...rest] = mutex.waiting;',
    to: 'const [next, ...rest] = mutex.waiting.toReversed();',
    tests: [kernel('mutexes')],
  },
  {
    rule: 'L4',
    file: 'kernel/features/guards.ts',
    from: ' || key !== id',
    to: '',
    tests: [kernel('features')],
  },
  {
    rule: 'L7',
    file: 'kernel/scopes/merge.ts',
    from: 'if (breaks === null) return null;',
    to: 'if (breaks === null) continue;',
    tests: [kernel('breaks')],
  },
  {
    rule: 'L7',
    file: 'kernel/nodes/waitFor.ts',
    from: 'draft.signals = draft.signals.filter((signal) => signal !== kept);',
    to: '',
    tests: [kernel('waitFor')],
  },
  {
    rule: 'L9',
    file: 'kernel/nodes/subPlan.ts',
    from: 'if (instances < maxDepth) return null;',
    to: 'if (instances <= maxDepth) return null;',
    tests: [kernel('subPlans')],
  },
];

/** M: machines as runs. */
export const RULES_M: readonly Mutant[] = [
  {
    rule: 'M1',
    file: 'kernel/machine/perform.ts',
    from: 'before === undefined ? 0 : before + 1',
    to: '0',
    tests: [kernel('machine/publishing')],
  },
  {
    rule: 'M2',
    file: 'kernel/machine/respond.ts',
    from: ' || purpose.awaited.failure === event',
    to: '',
    tests: [kernel('machine/publishing')],
  },
  {
    rule: 'M3',
    file: 'kernel/machine/finish.ts',
    from: "if (isOfRun(run) && (state !== null || outcome === 'completed')) answerGoal(draft, result);",
    to: '',
    tests: [kernel('machine/goals')],
  },
  {
    rule: 'M4',
    file: 'kernel/machine/resume.ts',
    from: 'openGate(draft);',
    to: '',
    tests: [kernel('machine/pausing')],
  },
  {
    rule: 'M5',
    file: 'kernel/machine/choose.ts',
    from: 'run.chosen >= purpose.maxActions',
    to: 'run.chosen > purpose.maxActions',
    tests: [kernel('machine/choosing')],
  },
];

export const MUTANTS: readonly Mutant[] = [...RULES_R, ...RULES_V, ...RULES_K, ...RULES_M];
