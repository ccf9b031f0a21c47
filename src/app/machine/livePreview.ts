import type { Address } from '#base';
import { type CompiledMachine, compileMachine, possibleEvents, sendToMachine } from '#compile';
import type { AttachedRun, Editor } from '#editor';
import { type Commit, machinesIn, type RunState, step } from '#kernel';
import type { StateMachinePlan } from '#plan';
import { transitionKey } from '#projection';
import { eventOf } from './simulation';

/** The state of a run at a position: kept, because the next one is often the same or a little later. */
interface Folded {
  readonly runId: string;
  readonly commits: readonly Commit[];
  readonly state: RunState;
}

let folded: Folded | null = null;

/**
 * Shows on the canvas what a transition would lead to in the run that is shown (UX), whatever the data of its event;
 * null shows where it stands. Nothing is sent, called or written.
 *
 * @param key of the transition, as `transitionKey` makes it
 */
export function lookInRun(editor: Editor, key: string | null): void {
  const { machine, stands } = editor.scene.getState();
  const { preview } = editor.light.getState();
  if (key === null || machine === null || stands === null) {
    if (preview !== null) editor.light.setState({ planId: null, light: null, preview: null });
    return;
  }
  const { run, place } = stands;
  const position = editor.runs.getState().position ?? run.commits.length;
  editor.light.setState({
    planId: machine.id,
    light: null,
    preview: previewIn(run, position, place, machine, key),
  });
}

function previewIn(run: AttachedRun, position: number, place: Address, plan: StateMachinePlan, key: string) {
  const standing = machinesIn(stateAt(run, position)).find((one) => one.place === place)?.standing;
  const machine = compiled(plan);
  if (standing === undefined || machine === null) return null;
  const possible = possibleEvents(machine, standing).find(
    (one) => transitionKey(one.state, one.path) === key,
  );
  if (possible === undefined) return null;
  const { standing: next, effects } = sendToMachine(machine, standing, eventOf(possible));
  const taken = effects.filter((effect) => effect.kind === 'taken');
  return {
    active: new Set(next.configuration),
    taken: new Set(taken.map(({ state, path }) => transitionKey(state, path))),
  };
}

function stateAt({ runId, commits }: AttachedRun, position: number): RunState {
  const wanted = commits.slice(0, position);
  const before =
    folded !== null && folded.runId === runId && isPrefix(folded.commits, wanted) ? folded : null;
  let state: RunState | null = before?.state ?? null;
  for (const { fact } of wanted.slice(before?.commits.length ?? 0)) state = step(state, fact).state;
  if (state === null) throw new Error('A run that is shown has a first commit.');
  folded = { runId, commits: wanted, state };
  return state;
}

function isPrefix(one: readonly Commit[], of: readonly Commit[]): boolean {
  return one.length <= of.length && one.at(-1) === of[one.length - 1];
}

const COMPILED = new WeakMap<StateMachinePlan, CompiledMachine | null>();

function compiled(plan: StateMachinePlan): CompiledMachine | null {
  const known = COMPILED.get(plan);
  if (known !== undefined) return known;
  const made = compileMachine(plan);
  COMPILED.set(plan, made.ok ? made.value : null);
  return made.ok ? made.value : null;
}
