import { type Command, usage } from '../command';
import { performRun } from '../run/performRun';

export const run: Command = {
  name: 'run',
  files: ['FILE'],
  about: [
    'Runs a plan, or takes up a run, until it ends or waits: {runId, status, outputs, error?, waiting, planHash, stats}.',
    'An event of a machine that is the goal of another machine in FILE starts that as a run of its own, whose answer',
    'comes back; with --ledger run.ndjson the ledgers of such runs are run.RUN.ndjson, and can be taken up like any.',
  ].join('\n'),
  options: {
    plan: { type: 'string', value: 'ID', about: 'The plan, by its id; the first of FILE by default.' },
    input: {
      type: 'string',
      value: 'JSON|@FILE|NAME=JSON|NAME=@PATH',
      about: [
        'Values of its input variables, an object, or a run input of OLO; their defaults by default. NAME=JSON is the value of one',
        'variable. NAME=@PATH is a file: a variable that takes a list gets the rows of a table (CSV, TSV, JSON, XLSX, Parquet; of',
        'several sheets say which: NAME=@book.xlsx#Orders), one that takes a text the text of a document (Markdown, PDF, DOCX, text).',
        'A text that begins with @ is written as JSON, in quotation marks: \'NAME="@home"\'.',
      ].join(' '),
      multiple: true,
    },
    file: {
      type: 'string',
      value: 'PATH',
      about:
        'A file that FILE, or the run that is taken up or forked, names and that is not in its .blobs; it is recognised by its content.',
      multiple: true,
    },
    model: {
      type: 'string',
      value: 'ID',
      about:
        'The model that planners ask first: the id of one in FILE, or connection/name, where PLANLOOM_CONNECTION_<NAME>_URL and _KEY say where it is.',
    },
    ledger: {
      type: 'string',
      value: 'OUT.ndjson',
      about:
        'Writes the ledger there, each commit as it happens, in place of a ledger that is there; without it a run that waits is gone with the command.',
    },
    resume: {
      type: 'string',
      value: 'LEDGER',
      about: 'Resumes the run of this ledger, and appends to it, or to a copy with --ledger.',
    },
    fork: {
      type: 'string',
      value: 'LEDGER',
      about: 'Begins a run of its own that is served from the first --at commits of this ledger.',
    },
    at: { type: 'string', value: 'N', about: 'With --fork: how many commits are kept.' },
    set: {
      type: 'string',
      value: 'VARIABLE=JSON',
      about: 'With --fork: the variable has this value from there on.',
      multiple: true,
    },
    output: {
      type: 'string',
      value: 'ADDRESS=JSON',
      about: 'With --fork: the step at that address gives this instead.',
      multiple: true,
    },
    'step-input': {
      type: 'string',
      value: 'ADDRESS=JSON',
      about: 'With --fork: the step at that address, which had not begun, is called with this.',
      multiple: true,
    },
    'step-prompt': {
      type: 'string',
      value: 'ADDRESS=TEXT',
      about:
        'With --fork: the planner or the step at that address asks its model in these words from there on.',
      multiple: true,
    },
    'step-model': {
      type: 'string',
      value: 'ADDRESS=ID',
      about: 'With --fork: it asks this model of FILE from there on.',
      multiple: true,
    },
    pin: {
      type: 'string',
      value: 'KEY=JSON',
      about: [
        'Nothing is called: this is the output of the node with that id, in every round, sub-plan and attempt, or of every call of that capability.',
        'A KEY that is both means the node. JSON is the output. An object of "output" or "error", and perhaps "when", and nothing else',
        'is the pin spelt out: {"error": {"code", "message"}} fails, "when" is a condition over input and variables, and an',
        'output that is itself such an object stands in {"output": …}. A fork keeps the pins of its run; these go before them.',
      ].join(' '),
      multiple: true,
    },
    measured: {
      type: 'string',
      value: 'LEDGER',
      about:
        'A planner with several models asks the one first whose plans were accepted most surely in this ledger of an earlier run, and all others that are given; below five attempts the order of the document counts.',
      multiple: true,
    },
    retry: {
      type: 'string',
      value: 'LEDGER',
      about:
        'Begins a run of its own that serves what succeeded in this ledger, and calls again what failed and what comes after it.',
    },
    from: {
      type: 'string',
      value: 'ADDRESS',
      about:
        'With --of: begins a run of its own that calls this step and what was asked after it again; with edits (--set, --output, --step-…) a fork where it begins.',
    },
    only: {
      type: 'string',
      value: 'ADDRESS',
      about: 'With --of: begins a run of its own that calls this step alone again, and is paused then.',
    },
    to: {
      type: 'string',
      value: 'ADDRESS',
      about:
        'The run goes up to this step, and is paused then. With --of it serves what succeeded in that ledger.',
    },
    of: {
      type: 'string',
      value: 'LEDGER',
      about: 'With --from, --only or --to: the ledger that serves what is not called again.',
    },
    session: {
      type: 'string',
      value: 'ID',
      about:
        'The session that it belongs to; none by default. With --ledger, what its runs said, noted and remembered is kept in the folder "sessions" beside that, and told to the next one.',
    },
    parent: {
      type: 'string',
      value: 'RUN',
      about: 'The id of the run that it was started by; none by default.',
    },
    goal: {
      type: 'string',
      value: 'JSON|@FILE',
      about:
        'What a machine is asked for: {"event", "data", "response", "correlationId"}; all but the event may be left out.',
    },
    'depends-on': {
      type: 'string',
      value: 'LEDGER',
      about: 'Begins when the run of that ledger has completed, fails when that fails.',
      multiple: true,
    },
    'run-id': {
      type: 'string',
      value: 'ID',
      about: 'The id of the run, 1 to 128 signs without blanks; a fresh one by default.',
    },
    answer: {
      type: 'string',
      value: 'ADDRESS=JSON',
      about: 'Given when the node at that address starts to wait.',
      multiple: true,
    },
    revoke: {
      type: 'string',
      value: 'ADDRESS',
      about: 'With --resume: calls that an answer at this address allowed for the whole run ask again.',
      multiple: true,
    },
    signal: {
      type: 'string',
      value: 'NAME=JSON',
      about: 'Sent right after start or resume, with this data.',
      multiple: true,
    },
    bind: {
      type: 'string',
      value: 'NAME=CAPABILITY',
      about: 'Gives a name in the plan a capability that is here; `planloom capabilities` lists them.',
      multiple: true,
    },
    'stub-unresolved': {
      type: 'boolean',
      about: 'Capabilities that are not here answer with their input; without it they are refused.',
    },
    metadata: {
      type: 'boolean',
      about:
        'Prints what it did, too: {"metadata": {"planning", "execution", "summary", "agent_type"}}, as plan-and-execute systems do.',
    },
    'max-steps': {
      type: 'string',
      value: 'N',
      about: 'At most N calls; then the run is paused, with exit code 1. No bound of its own by default.',
    },
    trust: {
      type: 'string',
      value: 'HASH',
      about: 'Trusts the workspace of this hash, which `validate` prints, and no other.',
    },
    yes: { type: 'boolean', about: 'Trusts this workspace as it is.' },
  },
  examples: [
    `run plan.planloom.json --input '{"question": "How many?"}' --ledger run.ndjson`,
    `run plan.planloom.json --input orders=@orders.csv --input 'year=2026' --ledger run.ndjson`,
    `run plan.planloom.json --resume run.ndjson --answer '/ask={"decision": "approve"}'`,
    `run plan.planloom.json --resume run.ndjson --signal 'paid={"amount": 12}'`,
    `run plan.planloom.json --fork run.ndjson --at 4 --set 'question="How few?"'`,
    `run plan.planloom.json --fork run.ndjson --at 4 --step-prompt '/explain=Explain {{ region }} in one sentence.' --step-model /explain=large`,
    `run plan.planloom.json --from /explain --of run.ndjson --step-input '/explain={"prompt": "Explain it."}'`,
    `run plan.planloom.json --pin 'model.generate={"text": "Hello."}' --pin 'send={"error": {"code": "DOWN", "message": "It is down."}}'`,
    'run plan.planloom.json --retry run.ndjson --ledger again.ndjson',
    'run plan.planloom.json --from /research/write --of run.ndjson',
    'run plan.planloom.json --to /research/write --ledger run.ndjson',
    'run imported.planloom.json --bind their.search=documents.search --stub-unresolved --run-id night-1 --yes',
  ],
  run: (given, around) => performRun(given, around, (message, help) => usage(run, message, help)),
};
