import type { JsonObject } from '#base';

/** One thing that can be wrong with a plan, and all that `check` then says: `severity CODE node field`. */
export interface RuleCase {
  readonly rule: string;
  readonly plan: string;
  readonly says: readonly string[];
  /** What else the workspace holds. */
  readonly workspace?: JsonObject;
}

function rule(rule: string, plan: string, says: readonly string[], workspace?: JsonObject): RuleCase {
  return { rule, plan, says, ...(workspace ? { workspace } : {}) };
}

function policy(when: JsonObject, then: string): JsonObject {
  return { when, then };
}

/** The catalogue of these cases: `echo` takes anything, `table.filter` a row list, a column and a number. */
export const RULE_CASES: readonly RuleCase[] = [
  rule('W1 an edge leads to nowhere', 'a: CAPABILITY echo\na -> gone', [
    'error EDGE_TO_NOWHERE a a:out->gone',
  ]),
  rule(
    'W1 an edge crosses the border of a container',
    'a: CAPABILITY echo\ng: GROUP ASYNC\n  b: CAPABILITY echo\na -> b',
    ['error EDGE_TO_NOWHERE a a:out->b'],
  ),
  rule('L1 a note has no edges', 'a: CAPABILITY echo\nn: NOTE x\na -> n', ['error EDGE_AT_NOTE a a:out->n']),
  rule('R3 nothing leads into a START', 's: START\na: CAPABILITY echo\ns -> a\na -> s', [
    'error EDGE_INTO_START a a:out->s',
    'error CYCLE s ',
  ]),
  rule('R15 nothing leads out of an END', 'e: END\na: CAPABILITY echo\ne -> a', [
    'error EDGE_OUT_OF_END e e:out->a',
  ]),
  rule('R5 a port that is not there, with the nearest', 'c: IF true\na: CAPABILITY echo\nc.than -> a', [
    'error EDGE_UNKNOWN_PORT c c:than->a',
  ]),
  rule('R2, case D1 every node of a cycle is named', 'a: CAPABILITY echo\nb: CAPABILITY echo\na -> b -> a', [
    'error CYCLE a ',
  ]),
  rule('case D1 a node that leads to itself', 'a: CAPABILITY echo\na -> a', ['error CYCLE a ']),
  rule('R3 one START a scope', 's: START\nt: START\na: CAPABILITY echo\ns -> a\nt -> a', [
    'error SEVERAL_STARTS t ',
  ]),
  rule('R3 a START that is left out', 's: START {disabled: skip}\na: CAPABILITY echo\ns -> a', [
    'error START_DISABLED s /disabled',
  ]),
  rule(
    'R3, case D2 what the START does not reach',
    's: START\na: CAPABILITY echo\nb: CAPABILITY echo\ns -> a',
    ['warning UNREACHABLE b '],
  ),
  rule(
    'L1 a SYNC GROUP has no edges',
    'g: GROUP SYNC\n  a: CAPABILITY echo\n  b: CAPABILITY echo\n  a -> b',
    ['error SYNC_GROUP_WITH_EDGES g /body/edges'],
  ),
  rule('W2 a capability that is not there', 'a: CAPABILITY ecko', [
    'error CAPABILITY_UNKNOWN a /params/capability',
  ]),
  rule(
    'P8 an allow-list names what is not there; a pattern may',
    'p: PLANNER rules {goal: x, tools: [ecko, "web.*"]}',
    ['error CAPABILITY_UNKNOWN p /params/tools/0'],
  ),
  rule(
    'P3 an input that is missing',
    'a: CAPABILITY table.filter {input: {rows: "{{ r }}", column: x}}\nin r',
    ['error PARAMETER_MISSING a /input/value'],
  ),
  rule(
    'P3 an input that is unknown',
    'a: CAPABILITY table.filter {input: {rows: [], column: x, value: 1, colum: y}}',
    ['error PARAMETER_UNKNOWN a /input/colum'],
  ),
  rule(
    'P3 an input of the wrong type',
    'a: CAPABILITY table.filter {input: {rows: [], column: x, value: "1"}}',
    ['error PARAMETER_INVALID a /input/value'],
  ),
  rule(
    'P3 text around a hole is text, a hole alone may be anything',
    'in r\na: CAPABILITY table.filter {input: {rows: "{{ r }}", column: x, value: "n {{ r }}"}}',
    ['error PARAMETER_INVALID a /input/value'],
  ),
  rule('V3 an expression that cannot be read', 'c: IF score >', [
    'error EXPRESSION_INVALID c /params/condition',
  ]),
  rule('V3 a template that is never closed', 'f: FILL_TEMPLATE {{ x', [
    'error TEMPLATE_INVALID f /params/template',
  ]),
  rule('V3 JSONata that cannot be read', 't: TRANSFORM $sum(', [
    'error JSONATA_INVALID t /params/expression',
  ]),
  rule('V1 a variable that is not declared', 'c: IF scroe > 1\nin score', [
    'error VARIABLE_UNDECLARED c /params/condition',
  ]),
  rule('V1 the result names a variable that is not declared', 'a: CAPABILITY echo\nresult {x: "{{ y }}"}', [
    'error VARIABLE_UNDECLARED  /result/x',
  ]),
  rule('V1 a planner reads a plan that is not declared', 'p: PLANNER rules {planInputVariable: text}', [
    'error VARIABLE_UNDECLARED p /params/planInputVariable',
  ]),
  rule('V1 an output that is not declared', 'a: CAPABILITY echo {output: {x: result}}', [
    'error OUTPUT_UNDECLARED a /output/x',
  ]),
  rule('V1 an output writes an input', 'in x\na: CAPABILITY echo {output: {x: result}}', [
    'warning INPUT_OVERWRITTEN a /output/x',
  ]),
  rule('V1 a name that expressions know already', 'var google\na: CAPABILITY echo', [
    'error VARIABLE_NAME_RESERVED  /variables/0/id',
  ]),
  rule('W2 a name that is kept for planners', 'var __x\na: CAPABILITY echo', [
    'warning VARIABLE_NAME_KEPT  /variables/0/id',
  ]),
  rule('V1 a result that nothing writes', 'out x\na: CAPABILITY echo\nresult {x: "{{ x }}"}', [
    'warning OUTPUT_NEVER_ASSIGNED  /result',
  ]),
  rule('L2 errors are routed to nowhere', 'a: CAPABILITY echo {onError: route}', [
    'error ERROR_ROUTE_MISSING a /onError',
  ]),
  rule('L2 an error edge that is never taken', 'a: CAPABILITY echo\nb: CAPABILITY echo\na.error -> b', [
    'warning ERROR_EDGE_UNUSED a /onError',
  ]),
  rule('L2 continue without a port to continue at', 'c: IF true {onError: continue}', [
    'error CONTINUE_WITHOUT_OUT c /onError',
  ]),
  rule('L2 pass without a port to pass through', 'c: IF true {disabled: pass}', [
    'error PASS_WITHOUT_OUT c /disabled',
  ]),
  rule(
    'R6 a JOIN that needs more ways than it has',
    'a: CAPABILITY echo\nb: CAPABILITY echo\nj: JOIN N_OF(3)\na -> j\nb -> j',
    ['warning JOIN_OUT_OF_REACH j /params/need'],
  ),
  rule(
    'R16 a CANCEL of itself, of nobody, and of a node in another container',
    'k: CANCEL {nodes: [k, lok, x, look]}\nlook: CAPABILITY echo\ng: GROUP SYNC\n  x: CAPABILITY echo',
    [
      'error CANCEL_ITSELF k /params/nodes/0',
      'error CANCEL_OUT_OF_REACH k /params/nodes/1',
      'error CANCEL_OUT_OF_REACH k /params/nodes/2',
    ],
  ),
  rule(
    'L2 a container has a mutex only if nothing inside has one',
    'g: GROUP ASYNC {mutex: m}\n  h: GROUP SYNC\n    a: CAPABILITY echo {mutex: n}\nb: GROUP SYNC {mutex: m}\n  c: CAPABILITY echo',
    ['error MUTEX_NESTED g /mutex'],
  ),
  rule('L1 a DELAY without an end', 'd: DELAY {}', ['error DELAY_ENDLESS d /params']),
  rule('L1 a DELAY with two ends', 'd: DELAY {forMs: 1, until: "2031-01-01T00:00:00Z"}', [
    'error DELAY_DOUBLED d /params',
  ]),
  rule(
    'L9 an event of an EVENT_WAIT that is called like a port, or twice',
    'w: EVENT_WAIT {events: [{id: out, event: a}, {id: x, event: a}, {id: x, event: b}]}',
    ['error CHOICE_ID_RESERVED w /params/events/0/id', 'error CHOICE_ID_DOUBLED w /params/events/2/id'],
  ),
  rule(
    'L9 `when` of an EVENT_WAIT sees the variables and event, nothing else',
    'var least = 1\nw: EVENT_WAIT {events: {x: {event: s, when: "event.data > least"}, y: {event: s, when: "evnt == 1"}}}',
    ['error VARIABLE_UNDECLARED w /params/events/1/when'],
  ),
  rule(
    'L9, V1 the resultVariable of an EVENT_WAIT is declared',
    'w: EVENT_WAIT {events: {x: s}, resultVariable: got}',
    ['error OUTPUT_UNDECLARED w /params/resultVariable'],
  ),
  rule(
    'R5, L2 an EVENT_WAIT has no out: nothing to continue at',
    'w: EVENT_WAIT {events: {x: s}, onError: continue}',
    ['error CONTINUE_WITHOUT_OUT w /onError'],
  ),
  rule(
    'R6, R20 a JOIN that lets the rest run does not order its ways before what follows',
    'var v\na: CAPABILITY echo {output: {v: "result"}}\nb: CAPABILITY echo\nj: JOIN N_OF(1) {rest: ignore}\nz: CAPABILITY echo {output: {v: "result"}}\na -> j\nb -> j -> z',
    ['warning WRITE_RACE z /output'],
  ),
  rule(
    'L9 a case that is called like a port',
    'c: SWITCH {cases: {default: "true"}}\na: CAPABILITY echo\nc.default -> a',
    ['error CHOICE_ID_RESERVED c /params/cases/0/id'],
  ),
  rule('L9 two decisions of one id', 'h: HUMAN_INPUT {decisions: [yes, yes]}', [
    'error CHOICE_ID_DOUBLED h /params/decisions/1/id',
  ]),
  rule(
    'case D2 a case that is never taken, one that leads nowhere, no default',
    'c: SWITCH {cases: {x: "true", y: "true"}}\na: CAPABILITY echo\nc.x -> a',
    [
      'warning CASE_NEVER_TAKEN c /params/cases/1/when',
      'warning CASE_LEADS_NOWHERE c /params/cases/1',
      'info NO_DEFAULT_WAY c ',
    ],
  ),
  rule('L1 a planner without a goal', 'p: PLANNER rules', ['error PLANNER_WITHOUT_GOAL p /params/goal']),
  rule(
    'L9 a choice of an LLM_DECISION that is called like a port, or twice; one that leads nowhere',
    'd: LLM_DECISION Which? {choices: [default, a, a], models: [big]}\ne: END\nd.a -> e',
    [
      'error CHOICE_ID_RESERVED d /params/choices/0/id',
      'error CHOICE_ID_DOUBLED d /params/choices/2/id',
      'warning CHOICE_LEADS_NOWHERE d /params/choices/0',
      'error MODEL_UNKNOWN d /params/models/0',
    ],
  ),
  rule('R5 an LLM_DECISION has no out', 'd: LLM_DECISION Which? {choices: [a]}\ne: END\nd -> e\nd.a -> e', [
    'error EDGE_UNKNOWN_PORT d d:out->e',
    'warning MODEL_NONE d /params/models',
  ]),
  rule(
    'W2 the routes of a TOOL_ROUTER: what is not there, what is never taken, what does not fit, doubled ids',
    'r: TOOL_ROUTER {routes: [{id: a, capability: ecko, when: "x > 1"}, {id: b, capability: table.filter, input: {row: 1}}, {id: b, capability: echo}]}',
    [
      'error CAPABILITY_UNKNOWN r /params/routes/0/capability',
      'error PARAMETER_MISSING r /params/routes/1/input/column',
      'error PARAMETER_MISSING r /params/routes/1/input/value',
      'error PARAMETER_UNKNOWN r /params/routes/1/input/row',
      'error VARIABLE_UNDECLARED r /params/routes/0/when',
      'error CHOICE_ID_DOUBLED r /params/routes/2/id',
      'warning CASE_NEVER_TAKEN r /params/routes/2',
    ],
  ),
  rule(
    'L1 an EVALUATION has what it judges by, and something to judge',
    'a: EVALUATION rule\nb: EVALUATION schema {input: x}\nc: EVALUATION model {question: Good?}\nd: EVALUATION capability {input: x, capability: gone}\ne: EVALUATION rule {rule: "value + score"}',
    [
      'error CAPABILITY_UNKNOWN d /params/capability',
      'error VARIABLE_UNDECLARED e /params/rule',
      'warning MODEL_NONE c /params/model',
      'error EVALUATOR_INCOMPLETE a /params/rule',
      'error EVALUATOR_INCOMPLETE b /params/schema',
      'error VALUE_MISSING c /input',
    ],
  ),
  rule(
    'case C4 the schema of an EVALUATION can judge',
    'a: EVALUATION schema {input: x, schema: {type: string, pattern: "(?i:a)"}}',
    ['error SCHEMA_UNUSABLE a /params/schema'],
  ),
  rule('R5 an EVALUATION has no out', 'a: EVALUATION rule {rule: "true"}\ne: END\na -> e', [
    'error EDGE_UNKNOWN_PORT a a:out->e',
  ]),
  rule('L1 a REFLECTION without a value; models that are not there', 'r: REFLECTION Better {models: [big]}', [
    'error MODEL_UNKNOWN r /params/models/0',
    'error VALUE_MISSING r /input',
  ]),
  rule('L11 an AGENT with a tool that is not there, and without a model', 'a: AGENT Weave {tools: [gone]}', [
    'error CAPABILITY_UNKNOWN a /params/tools/0',
    'warning MODEL_NONE a /params/models',
  ]),
  rule('L11 an AGENT that calls its first tool first has one', 'a: AGENT Weave {first: tool}', [
    'warning MODEL_NONE a /params/models',
    'error TOOL_MISSING a /params/tools',
  ]),
  rule('L11 and it is one tool, no pattern', 'a: AGENT Weave {first: tool, tools: ["te*"]}', [
    'error CAPABILITY_UNKNOWN a /params/tools/0',
    'warning MODEL_NONE a /params/models',
  ]),
  rule(
    'P14 an AGENT of mode single is one call of its first tool',
    'a: AGENT Weave {tools: [echo, gone], mode: single}',
    [],
  ),
  rule('P14 a single call needs a tool', 'a: AGENT Weave {mode: single}', [
    'error TOOL_MISSING a /params/tools',
  ]),
  rule('P14 the tool of a single call is there', 'a: AGENT Weave {tools: [gone], mode: single}', [
    'error CAPABILITY_UNKNOWN a /params/tools/0',
  ]),
  rule(
    'A2 a capability made in a way that is not known',
    'a: CAPABILITY echo',
    ['error MAKING_UNKNOWN  /capabilities/0/make'],
    { capabilities: [{ id: 'mine', make: { kind: 'wish' } }] },
  ),
  rule(
    'V1 the question of an LLM_DECISION is a template',
    'd: LLM_DECISION Of {{ whom }}? {choices: [a]}\ne: END\nd.a -> e',
    ['error VARIABLE_UNDECLARED d /params/question', 'warning MODEL_NONE d /params/models'],
  ),
  rule('P5 a model that is not there', 'p: PLANNER llm {goal: x, models: [big]}', [
    'error MODEL_UNKNOWN p /params/models/0',
  ]),
  rule(
    'P13 a prompt that is not there',
    'p: PLANNER llm {goal: x, prompt: {prompt: mine}}\nf: FILL_TEMPLATE {prompt: mine}',
    ['error PROMPT_UNKNOWN p /params/prompt', 'error PROMPT_UNKNOWN f /params/prompt'],
  ),
  rule('L1 a template and a prompt', 'f: FILL_TEMPLATE hi {prompt: mine}', [
    'error TEMPLATE_DOUBLED f /params/prompt',
  ]),
  rule(
    'R13 an executor of a plan that nobody writes',
    'e: PLAN_EXECUTOR other\np: PLANNER rules {goal: x}\np -> e',
    ['warning EXECUTOR_WITHOUT_PLANNER e /params/planVariable'],
  ),
  rule(
    'R13 a plan of a workspace has no steps',
    'a: CAPABILITY echo {input: {text: "{{ steps[\\"b\\"].text }}"}}',
    ['error STEP_REFERENCE a /input'],
  ),
  rule('R15 the result of a plan is an object', 'e: END {result: done}', [
    'warning END_RESULT_NOT_OBJECT e /params/result',
  ]),
  rule('L9 a LOOP needs a test', 'l: LOOP {maxIterations: 2}', ['error LOOP_WITHOUT_TEST l /params']),
  rule('L9 items have no first node of their own', 'e: ITERATOR [1] {merge: PREFIX_BY_ACTIVITY}', [
    'error MERGE_NOT_OF_ITEMS e /params/merge',
  ]),
  rule(
    'L9 collectInto needs COLLECT',
    'var all_of_them\ne: ITERATOR [1] {merge: FIRST_WINS, collectInto: all_of_them}',
    ['error COLLECT_WITHOUT_COLLECT e /params/collectInto'],
  ),
  rule('L9 SHARED needs concurrency 1', 'e: ITERATOR [1] {merge: SHARED, concurrency: 2}', [
    'error SHARED_NOT_ALONE e /params/concurrency',
  ]),
  rule(
    "L9 a local name that equals a variable's id, and one that is there twice",
    'var i = 0\ne: ITERATOR [1] {itemVariable: i}\nl: LOOP {while: "false", maxIterations: 1, indexVariable: i}\nb: ITERATOR [1] {itemVariable: x, indexVariable: x}',
    [
      'error LOCAL_NAME_TAKEN e /params/itemVariable',
      'error LOCAL_NAME_TAKEN l /params/indexVariable',
      'error LOCAL_NAME_TAKEN b /params/indexVariable',
    ],
  ),
  rule(
    'L9 local names are known in the body, and in while and until, and nowhere else',
    'e: ITERATOR [1] {itemVariable: item}\n  a: CAPABILITY echo {input: "{{ item }}"}\nl: LOOP {until: "n > 1", maxIterations: 3, indexVariable: n}\nb: CAPABILITY echo {input: "{{ item + n }}"}',
    ['error VARIABLE_UNDECLARED b /input', 'error VARIABLE_UNDECLARED b /input'],
  ),
  rule(
    'V1 parameters that name a variable to write name a declared one',
    'e: ITERATOR [1] {collectInto: list}\nt: TRY_CATCH {errorVariable: error}\n  try: BODY',
    ['error OUTPUT_UNDECLARED e /params/collectInto', 'error OUTPUT_UNDECLARED t /params/errorVariable'],
  ),
  rule(
    'L9 a body that reads what it writes, without SHARED; not what it wrote before',
    'var sum = 0   var own\ne: ITERATOR [1] {itemVariable: i}\n  a: CAPABILITY echo {input: "{{ sum + i }}", output: {sum: "result", own: "result"}}\n  b: CAPABILITY echo {input: "{{ own }}"}\n  a -> b',
    ['warning ITEM_READS_ITEM a '],
  ),
  rule(
    'L9 with SHARED it may',
    'var sum = 0\ne: ITERATOR [1] {itemVariable: i, merge: SHARED}\n  a: CAPABILITY echo {input: "{{ sum + i }}", output: {sum: "result"}}',
    [],
  ),
  rule('L2 what goes on in the background needs a port out', 'c: IF true {background: true}', [
    'error BACKGROUND_WITHOUT_OUT c /background',
  ]),
  rule('L2 but in a SYNC GROUP', 'g: GROUP SYNC\n  c: IF true {background: true}', []),
  rule('W2 a merge names a capability that is there', 'g: GROUP ASYNC {merge: "CAPABILITY(ecko)"}', [
    'error CAPABILITY_UNKNOWN g /params/merge',
  ]),
  rule(
    'P10 an answer from a template that is not there',
    'p: PLANNER llm {goal: x}\ne: PLAN_EXECUTOR {replan: {max: 1}, approve: whenWidened, answer: template}\np -> e',
    ['error TEMPLATE_MISSING e /params/answerTemplate'],
  ),
  rule(
    'P10 an answer reads the steps of the plan that its executor runs',
    'p: PLANNER llm {goal: x}\ne: PLAN_EXECUTOR {answer: template, answerTemplate: "{{ steps.any.text }} {{ goal }} {{ result }}"}\np -> e',
    [],
  ),
  rule(
    'V1 and a variable that nobody declares is none of them',
    'p: PLANNER llm {goal: x}\ne: PLAN_EXECUTOR {answer: template, answerTemplate: "{{ elsewhere }}"}\np -> e',
    ['error VARIABLE_UNDECLARED e /params/answerTemplate'],
  ),
  rule(
    'P13 a parser that nobody has, and a subtree creator',
    'p: PLANNER llm {goal: x, parser: y, subtreeCreator: nobody}',
    ['error CAPABILITY_UNKNOWN p /params/subtreeCreator', 'warning PARSER_UNKNOWN p /params/parser'],
  ),
  rule(
    'P13 a parser whose expression cannot be read, and one of a capability that is not there',
    'a: CAPABILITY echo',
    ['error JSONATA_INVALID  /parsers/0/expression', 'error CAPABILITY_UNKNOWN  /parsers/1/capability'],
    {
      parsers: [
        { id: 'one', kind: 'jsonata', expression: 'a +' },
        { id: 'two', kind: 'capability', capability: 'nobody' },
      ],
    },
  ),
  rule(
    'P13 what a policy denies whatever its arguments are; a policy names a host and no address',
    'a: CAPABILITY echo\nb: CAPABILITY echo {input: {text: hi}}\na -> b',
    [
      'error POLICY_DENIED a /params/capability',
      'error POLICY_DENIED b /params/capability',
      'error POLICY_HOST_INVALID  /policies/0/when/host',
    ],
    {
      policies: [
        policy({ host: 'https://example.com' }, 'allow'),
        policy({ host: '*.example.com' }, 'deny'),
        policy({ capability: 'text.*' }, 'deny'),
        policy({ capability: 'ec*' }, 'deny'),
      ],
    },
  ),
  rule('P13 what depends on arguments, or is allowed before, is no problem', 'a: CAPABILITY echo', [], {
    policies: [policy({ capability: 'echo', argument: 'input.text == "no"' }, 'deny')],
  }),
  rule(
    'P13 a prompt that cannot be read',
    'a: CAPABILITY echo',
    ['error EXPRESSION_INVALID  /prompts/0/text'],
    {
      prompts: [{ id: 'mine', text: 'Do {{ goal + }}' }],
    },
  ),
  rule(
    'T2 a model of a connection that is not there',
    'a: CAPABILITY echo',
    ['error CONNECTION_UNKNOWN  /models/0/connection'],
    {
      models: [{ id: 'big', connection: 'home', model: 'm' }],
    },
  ),
  rule(
    'W7 a model that is called as the one of the person is in a run',
    'a: CAPABILITY echo',
    ['error MODEL_ID_RESERVED  /models/0/id'],
    {
      connections: [{ id: 'home', kind: 'openai-compatible' }],
      models: [{ id: 'default', connection: 'home', model: 'm' }],
    },
  ),
  rule(
    'P12 rules that name what is not there',
    'a: CAPABILITY echo',
    [
      'error EXPRESSION_INVALID  /planners/0/rules/0/when',
      'error CAPABILITY_UNKNOWN  /planners/0/rules/0/steps/0/capability',
      'error EXPRESSION_INVALID  /planners/0/rules/0/steps/0/output/x',
    ],
    {
      planners: [
        {
          id: 'r',
          kind: 'rules',
          rules: [{ id: 'one', when: 'goal ==', steps: [{ capability: 'ecko', output: { x: '(' } }] }],
        },
      ],
    },
  ),
  rule(
    'P12 tasks that nothing does',
    'a: CAPABILITY echo',
    [
      'error TASK_UNKNOWN  /planners/0/methods/0/task',
      'error TASK_UNKNOWN  /planners/0/methods/0/subtasks',
      'error CAPABILITY_UNKNOWN  /planners/0/operators/0/capability',
      'error TEMPLATE_INVALID  /planners/0/operators/0/input/text',
    ],
    {
      planners: [
        {
          id: 'h',
          kind: 'htn',
          tasks: ['answer'],
          methods: [{ id: 'm', task: 'anwser', subtasks: ['say', 'sing'] }],
          operators: [{ id: 'say', capability: 'ecko', input: { text: '{{' } }],
        },
      ],
    },
  ),
];
