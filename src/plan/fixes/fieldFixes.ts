import { isJsonObject, type Json } from '#base';
import { compileTemplate } from '../expressions/template';
import { changeFields, type Faulty, type FieldChange, type Fixer, ownerOf, placedOf, valueAt } from './fix';

/** How many instances of a plan may be inside each other where nobody has said it yet. */
const RECURSION = 10;

/** Fixes that give a field another value, or take it away. */
export const FIELD_FIXES: Readonly<Record<string, Fixer>> = {
  START_DISABLED: changing(['Enable it', clear('/disabled')]),
  ERROR_ROUTE_MISSING: changing(
    ['Fail the run on an error', clear('/onError')],
    ['Continue after an error', ['/onError', 'continue']],
  ),
  ERROR_EDGE_UNUSED: changing(['Take the edge on an error', ['/onError', 'route']]),
  CONTINUE_WITHOUT_OUT: changing(['Fail the run on an error', clear('/onError')]),
  BACKGROUND_WITHOUT_OUT: changing(['Run it in the foreground', clear('/background')]),
  PASS_WITHOUT_OUT: changing(['Skip its successors too', ['/disabled', 'skip']]),
  MUTEX_NESTED: changing(['Remove the outer mutex', clear('/mutex')]),
  DELAY_DOUBLED: changing(
    ['Keep the duration', clear('/params/until')],
    ['Keep the time', clear('/params/forMs')],
  ),
  TEMPLATE_DOUBLED: changing(
    ['Keep the template', clear('/params/prompt')],
    ['Keep the prompt', clear('/params/template')],
  ),
  MERGE_NOT_OF_ITEMS: changing(['Collect the results', clear('/params/merge')]),
  COLLECT_WITHOUT_COLLECT: changing(['Merge by collecting', clear('/params/merge')]),
  SHARED_NOT_ALONE: changing(['Run the items one by one', clear('/params/concurrency')]),
  TIMEOUT_MISPLACED: timeoutMoved,
  JOIN_OUT_OF_REACH: fewerWays,
  RECURSION_UNBOUNDED: (faulty) =>
    faulty.plan.kind === 'state-machine'
      ? []
      : [changeFields(faulty, `Limit it to ${RECURSION} levels`, ['/params/maxDepth', RECURSION])],
  END_RESULT_NOT_OBJECT: (faulty) => [
    changeFields(faulty, 'Name it “result”', ['/params/result', { result: valueAt(faulty) ?? null }]),
  ],
  OUTPUT_NEVER_ASSIGNED: resultWithout,

  PARALLEL_WITH_INITIAL: changing(['Remove the initial state', clear('/initial')]),
  OUTCOME_UNUSED: changing(['Remove the outcome', clear('/outcome')]),
  FINAL_WITH_TRANSITIONS: changing([
    'Make it an ordinary state',
    clear('/type'),
    clear('/isTerminal'),
    clear('/outcome'),
  ]),
  STATE_CANNOT_NEST: changing([
    'Make it a compound state',
    clear('/type'),
    clear('/isTerminal'),
    clear('/history'),
  ]),
  TERMINAL_INSIDE: changing(['Make it final', ['/type', 'final'], clear('/isTerminal')]),
  HISTORY_WITH_FIELDS: (faulty) => {
    const { field = '' } = faulty.diagnostic.where;
    return [changeFields(faulty, `Remove “${field.slice(1)}”`, clear(field))];
  },
  INVOCATION_DOUBLE: keeping({ capability: 'Keep the capability', plan: 'Keep the plan' }),
  DELAY_DOUBLE: keeping({ delayMs: 'Keep the milliseconds', delay: 'Keep the name' }),
  TARGETS_CONFLICT: targetOrRestart,
  EVENT_UNHEARD: withoutItsHolder('Remove the action'),
  RESPONDER_UNUSED: withoutItsHolder('Remove the responder'),
};

function clear(pointer: string): FieldChange {
  return [pointer, undefined];
}

function changing(
  ...fixes: readonly (readonly [label: string, ...changes: readonly FieldChange[]])[]
): Fixer {
  return (faulty) => fixes.map(([label, ...changes]) => changeFields(faulty, label, ...changes));
}

/** One of two that exclude each other, at the place that the problem names. */
function keeping(labels: Readonly<Record<string, string>>): Fixer {
  return (faulty) => {
    const { field = '' } = faulty.diagnostic.where;
    return Object.entries(labels).map(([kept, label]) => {
      const others = Object.keys(labels).filter((name) => name !== kept);
      return changeFields(faulty, label, ...others.map((name) => clear(`${field}/${name}`)));
    });
  };
}

/** Without what holds the field that the problem names. */
function withoutItsHolder(label: string): Fixer {
  return (faulty) => [changeFields(faulty, label, clear(parentOf(faulty.diagnostic.where.field)))];
}

function timeoutMoved(faulty: Faulty): ReturnType<Fixer> {
  const hasOwn = valueAt(faulty, '/params/timeoutMs') !== undefined;
  const moved: FieldChange = ['/params/timeoutMs', valueAt(faulty)];
  return [
    hasOwn
      ? changeFields(faulty, 'Keep the timeout of the wait', clear('/timeoutMs'))
      : changeFields(faulty, 'Make it the timeout of the wait', moved, clear('/timeoutMs')),
  ];
}

function fewerWays(faulty: Faulty): ReturnType<Fixer> {
  const placed = placedOf(faulty);
  const ways = placed?.body.edges.filter(({ to }) => to === placed.node.id).length ?? 0;
  const label = ways === 1 ? 'Continue after its one way' : `Continue after ${ways} ways`;
  return ways === 0 ? [] : [changeFields(faulty, label, ['/params/need', `N_OF(${ways})`])];
}

/** Takes out of the result what is nothing but the variable that nothing writes. */
function resultWithout(faulty: Faulty): ReturnType<Fixer> {
  const result = ownerOf(faulty)?.result;
  if (!isJsonObject(result)) return [];
  return Object.entries(result).flatMap(([key, value]) => {
    const isUnwritten = faulty.diagnostic.message.includes(`"${onlyVariable(value)}"`);
    const rest = Object.fromEntries(Object.entries(result).filter(([name]) => name !== key));
    return isUnwritten ? [changeFields(faulty, `Take “${key}” out of the result`, ['/result', rest])] : [];
  });
}

/** The variable that a template gives as it is; null when it says more. */
function onlyVariable(template: Json): string | null {
  const name = typeof template === 'string' ? /^\{\{\s*(\w+)\s*\}\}$/.exec(template)?.[1] : undefined;
  return name !== undefined && compileTemplate(template).ok ? name : null;
}

function targetOrRestart(faulty: Faulty): ReturnType<Fixer> {
  const { field = '' } = faulty.diagnostic.where;
  if (!field.endsWith('/restart')) return [];
  return [
    changeFields(faulty, 'Keep the target', clear(field)),
    changeFields(faulty, 'Restart the machine', clear(`${parentOf(field)}/target`)),
  ];
}

function parentOf(pointer = ''): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
