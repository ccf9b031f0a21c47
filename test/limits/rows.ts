import { LIMITS, parseJson } from '#base';
import { checkConnection } from '#models';
import { check, checkJsonata, compileExpression } from '#plan';
import { planByHtn, readReply } from '#planner';
import { readSuite } from '#proving';
import { refuseGoal } from '#runtime';
import { decodeLink, judgeLink, LINK_PREFIX, refuseLargeFile } from '#share';
import { storable } from '../../src/runtime/storable';
import { catalogue } from '../notation/catalogue';
import { plan, workspace } from '../notation/plan';
import { runOf } from '../notation/run';
import { plannerState } from '../planner/plannerState';
import { suite } from '../proving/suite';
import { linkOf, packed } from '../share/links';
import {
  afterPlans,
  afterSilence,
  celSays,
  chainOf,
  chainOfSchemas,
  defaultSays,
  firstOf,
  forks,
  jsonataSays,
  lastOf,
  listsIn,
  machineOf,
  manyNames,
  nested,
  nodeSays,
  notes,
  patternOf,
  problemOf,
  proposed,
  type Said,
  schemaSays,
  signalled,
  simulated,
  sumOf,
  templateSays,
} from './offers';

export type Limit = keyof typeof LIMITS;

export interface Row {
  readonly code: string;
  /** Offers something of that size. */
  readonly offer: (size: number) => Said | null | Promise<Said | null>;
  /** How the message says the number, where not in plain digits. */
  readonly number?: string;
  /** A time is used up when it is over: what takes as long is refused, what takes a millisecond less is not. */
  readonly isTime?: true;
  /** The limit is lowered so far for the test: what has its real size would take seconds. */
  readonly lowered?: number;
}

/** The automaton of `x` has a state for the letter and one for the end. */
const STATES_OF_X = 2;

/** What any schema costs at any place. */
const STEPS_OF_A_SCHEMA = 11;

const RUN_CATALOGUE = catalogue('echo');

/** What refuses: every limit with what is offered to it. */
export const ROWS: Partial<Record<Limit, Row>> = {
  goalDepth: { code: 'GOAL_DEPTH', offer: (size) => refuseGoal(size, 1) },
  goalRuns: { code: 'GOALS_FULL', offer: (size) => refuseGoal(1, size) },
  linkAdvisedCharacters: {
    code: 'LINK_LONG',
    offer: (size) => judgeLink('x'.repeat(size), 'x'),
  },
  linkAcceptedBytes: {
    code: 'LINK_TOO_LONG',
    offer: async (size) => problemOf(await decodeLink(LINK_PREFIX.padEnd(size, 'A'))),
  },
  linkDecodedBytes: {
    code: 'LINK_TOO_LARGE',
    offer: async (size) => problemOf(await decodeLink(linkOf(await packed(Buffer.alloc(size, 'a')), size))),
  },
  importBytes: {
    code: 'FILE_TOO_LARGE',
    offer: (size) => refuseLargeFile('plans.json', size),
  },
  jsonDepth: {
    code: 'JSON_TOO_DEEP',
    offer: (size) => problemOf(parseJson(`${'['.repeat(size)}${']'.repeat(size)}`, LIMITS.jsonDepth)),
  },
  nodesAccepted: {
    code: 'TOO_MANY_NODES',
    offer: (size) => firstOf(check(workspace([plan(notes(size))]), RUN_CATALOGUE)),
  },
  containerDepth: {
    code: 'CONTAINER_TOO_DEEP',
    offer: (size) => firstOf(check(workspace([plan(nested(size))]), RUN_CATALOGUE)),
  },
  plannerDepth: {
    code: 'PLANNER_DEPTH',
    offer: (size) => firstOf(proposed('p: PLANNER {planner: rules}', { plannerDepth: size - 1 })),
  },
  planSteps: {
    code: 'PLAN_TOO_LONG',
    offer: (size) => firstOf(proposed(notes(size))),
  },
  dynamicStepsPerRun: {
    code: 'PLAN_REFUSED',
    offer: (size) => afterPlans(size),
  },
  microsteps: {
    code: 'EVENTLESS_CYCLE',
    offer: (size) => machineOf(size),
  },
  plannerReplyBytes: {
    code: 'REPLY_TOO_LARGE',
    offer: (size) => firstOf(readReply('x'.repeat(size), plannerState()).problems),
  },
  replyCandidates: {
    code: 'AMBIGUOUS_REPLY',
    offer: (size) => {
      const plans = Array.from({ length: size }, (_, at) => `{"steps":[{"toolId":"none-${at}"}]}`);
      return firstOf(readReply(plans.join('\nor\n'), plannerState()).problems);
    },
  },
  replyProblems: {
    code: 'MORE_PROBLEMS',
    offer: (size) => {
      const steps = Array.from({ length: size }, () => ({ toolId: 'none' }));
      const state = plannerState({ limits: { maxSteps: size, maxDepth: 3 } });
      return lastOf(readReply(JSON.stringify({ steps }), state).problems);
    },
  },
  modelListBytes: {
    code: 'MODEL_LIST_TOO_LONG',
    lowered: 5_000,
    offer: async (bytes) => {
      const list = '{"data": []}'.padEnd(bytes);
      const around = {
        fetch: async () => new Response(list),
        page: null,
        signal: new AbortController().signal,
      };
      const { problem } = await checkConnection({ url: 'https://api.example.com/v1', key: null }, around);
      return problem;
    },
  },
  plannerIdleMs: {
    code: 'MODEL_NO_ANSWER',
    number: '60 seconds',
    isTime: true,
    offer: (ms) => afterSilence([ms]),
  },
  plannerTotalMs: {
    code: 'MODEL_NO_ANSWER',
    number: '600 seconds',
    isTime: true,
    offer: (ms) => afterSilence([...Array.from({ length: 19 }, () => 30_000), ms - 19 * 30_000]),
  },
  toolOutputBytes: {
    code: 'RESULT_INVALID',
    offer: (size) => problemOf(storable('x'.repeat(size - 2))),
  },
  expressionOperations: {
    code: 'EXPRESSION_ERROR',
    offer: (size) => celSays('rows.filter(r, r > 0)', { rows: Array.from({ length: size }, () => 0) }),
  },
  expressionCharacters: {
    code: 'EXPRESSION_INVALID',
    offer: (size) => problemOf(compileExpression(`"${'x'.repeat(size - 2)}"`)),
  },
  expressionSize: {
    code: 'EXPRESSION_ERROR',
    offer: (size) => celSays('(a + "x").size() > 0', { a: 'x'.repeat(size - 3) }),
  },
  expressionWalk: {
    code: 'EXPRESSION_ERROR',
    lowered: 1_000,
    offer: (size) => celSays('size(a) > 0', { a: 'x'.repeat(size) }),
  },
  templateExpressions: {
    code: 'EXPRESSION_ERROR',
    // Each takes all that one may, itself included.
    offer: (size) =>
      templateSays('{{ rows.all(r, r == 0) }}', size, {
        rows: Array.from({ length: LIMITS.expressionOperations - 1 }, () => 0),
      }),
  },
  expressionDepth: {
    code: 'JSONATA_INVALID',
    offer: (size) => checkJsonata(sumOf(size + 1)),
  },
  jsonataSteps: {
    code: 'EXPRESSION_ERROR',
    lowered: 101,
    // Each number and each sign is one.
    offer: (size) => jsonataSays(sumOf(Math.ceil((size + 1) / 2)), {}),
  },
  jsonataItems: {
    code: 'EXPRESSION_ERROR',
    lowered: 1_000,
    offer: (size) => jsonataSays('$count(rows.(1))', { rows: Array.from({ length: size }, () => 0) }),
  },
  jsonataDepth: {
    code: 'EXPRESSION_ERROR',
    offer: (size) => jsonataSays('$length($string(lists))', { lists: listsIn(size + 1) }),
  },
  jsonataBegun: {
    code: 'EXPRESSION_ERROR',
    lowered: 100,
    // The list, and each of its items.
    offer: (size) => jsonataSays(`[${Array.from({ length: size - 1 }, () => 0).join()}]`, {}),
  },
  patternCharacters: {
    code: 'EXPRESSION_INVALID',
    offer: (size) => problemOf(compileExpression(`a.matches("${'x'.repeat(size)}")`)),
  },
  patternStates: {
    code: 'EXPRESSION_INVALID',
    offer: (size) => problemOf(compileExpression(`a.matches("${patternOf(size)}")`)),
  },
  patternSteps: {
    code: 'EXPRESSION_ERROR',
    lowered: 1_000,
    offer: (size) => celSays('a.matches("x")', { a: ' '.repeat(size - STATES_OF_X - 1) }),
  },
  schemaSteps: {
    code: 'SCHEMA',
    lowered: 1_000,
    offer: (size) => schemaSays({ dependentRequired: manyNames(size - STEPS_OF_A_SCHEMA) }, {}),
  },
  checkSteps: {
    code: 'DEFAULT_INVALID',
    lowered: 1_000,
    offer: (size) => defaultSays({ dependentRequired: manyNames(size - STEPS_OF_A_SCHEMA) }, {}),
  },
  schemaDepth: {
    code: 'SCHEMA',
    offer: (size) => schemaSays(chainOfSchemas(size), 0),
  },
  htnNodes: {
    code: 'HTN_BUDGET',
    lowered: 20,
    offer: (size) => lastOf(planByHtn(chainOf(size - 1), plannerState()).problems),
  },
  htnDepth: {
    code: 'CANNOT_PLAN',
    offer: (size) => firstOf(planByHtn(chainOf(size - 1), plannerState()).problems),
  },
  reflectionRounds: {
    code: 'INVALID_VALUE',
    offer: (size) => nodeSays({ id: 'r', type: 'REFLECTION', params: { maxRounds: size } }),
  },
  agentIterations: {
    code: 'INVALID_VALUE',
    offer: (size) => {
      const params = { goal: 'x', tools: [], successCriteria: 'x', maxIterations: size };
      return nodeSays({ id: 'a', type: 'AGENT', params });
    },
  },
  stepsPerFact: {
    code: 'STEP_LIMIT',
    lowered: 50,
    offer: (size) => runOf(plan(forks(size - 1))).state?.error ?? null,
  },
  simulatedCommits: {
    code: 'SIMULATION_TOO_LONG',
    lowered: 30,
    offer: (size) => simulated(size),
  },
  suiteRuns: {
    code: 'SUITE_TOO_LARGE',
    offer: (size) => {
      const read = readSuite(suite({ repeat: size }));
      return read.ok ? null : firstOf(read.problem);
    },
  },
  keptSignals: {
    code: 'SIGNALS_FULL',
    lowered: 40,
    offer: (size) => signalled(size),
  },
};
