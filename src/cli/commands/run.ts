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
    plan: { type: 'string', value: 'ID', about: 'the plan; the first by default' },
    input: { type: 'string', value: 'JSON|@FILE', about: 'values of its input variables' },
    model: { type: 'string', value: 'ID', about: 'the model that planners ask first; or connection/name' },
    ledger: {
      type: 'string',
      value: 'OUT.ndjson',
      about: 'writes the ledger there, each commit as it happens',
    },
    resume: {
      type: 'string',
      value: 'LEDGER',
      about: 'takes up the run of this ledger, and goes on writing it',
    },
    fork: {
      type: 'string',
      value: 'LEDGER',
      about: 'begins a run of its own that is served from the first --at commits of this ledger',
    },
    at: { type: 'string', value: 'N', about: 'with --fork: how many commits are kept' },
    set: {
      type: 'string',
      value: 'VARIABLE=JSON',
      about: 'with --fork: the variable has this value from there on',
      multiple: true,
    },
    output: {
      type: 'string',
      value: 'ADDRESS=JSON',
      about: 'with --fork: the step at that address gives this instead',
      multiple: true,
    },
    session: { type: 'string', value: 'ID', about: 'the session that it belongs to' },
    parent: { type: 'string', value: 'RUN', about: 'the id of the run that it was started by' },
    goal: {
      type: 'string',
      value: 'JSON|@FILE',
      about: 'what a machine is asked for: {"event", "data", "response", "correlationId"}',
    },
    'depends-on': {
      type: 'string',
      value: 'LEDGER',
      about: 'begins when the run of that ledger has completed, fails when that fails',
      multiple: true,
    },
    'run-id': { type: 'string', value: 'ID', about: 'the id of the run; fresh by default' },
    answer: {
      type: 'string',
      value: 'ADDRESS=JSON',
      about: 'given when that node starts to wait',
      multiple: true,
    },
    signal: {
      type: 'string',
      value: 'NAME=JSON',
      about: 'sent right after start or resume',
      multiple: true,
    },
    bind: {
      type: 'string',
      value: 'NAME=CAPABILITY',
      about: 'gives a name in the plan a capability',
      multiple: true,
    },
    'stub-unresolved': { type: 'boolean', about: 'capabilities that are not there echo their input' },
    'max-steps': {
      type: 'string',
      value: 'N',
      about: 'at most N calls; then the run is paused, exit code 1',
    },
    trust: { type: 'string', value: 'HASH', about: 'the workspace of this hash is trusted' },
    yes: { type: 'boolean', about: 'this workspace is trusted' },
  },
  run: (given, around) => performRun(given, around, (message) => usage(run, message)),
};
