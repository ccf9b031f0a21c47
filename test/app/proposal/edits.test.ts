import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Address, hasErrors } from '#base';
import {
  addNode,
  connect,
  createEditor,
  disableSelection,
  duplicateSelection,
  type Editor,
  groupSelection,
  removeSelection,
  renameNode,
} from '#editor';
import { type Proposal, proposalAt } from '#kernel';
import { type Body, bodyHash, type Plan, readBody } from '#plan';
import type { Waiting } from '#projection';
import { SimulatedClock } from '#runtime';
import { DocumentWork } from '../../../src/app/opening/openSession';
import {
  answerOfPlan,
  countsOfMarks,
  isEdited,
  marksOfPlan,
  planOfProposal,
} from '../../../src/app/proposal/changePlan';
import {
  dropProposal,
  editedPlanOf,
  editorOfProposal,
  editProposal,
  hasUnkeptEdits,
  leaveProposal,
  openProposal,
} from '../../../src/app/proposal/editedProposal';
import { openReader } from '../../../src/app/share/reading/reader';
import type { Session } from '../../../src/app/state/session';
import { ShownRun } from '../../../src/app/state/shownRun';
import { memoryStorage } from '../../../src/storage/memoryStorage';
import { Standing } from '../../../src/storage/standing';
import { body, plan, workspace } from '../../notation/plan';
import { runOf, type TestRun, tool } from '../../notation/run';
import { standInSession } from '../standInSession';

const WAIT = '/do!approve' as Address;
const TEXT = `
  var dynamicPlan   out answer
  think: PLANNER llm {models: [m]}
  do: PLAN_EXECUTOR {approve: always}
  think -> do
`;
const CAPABILITIES = [tool('echo', 'pure'), tool('other', 'pure')];
const CATALOGUE = new Map(CAPABILITIES.map((one) => [one.id, one]));
const CHAIN = 'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY other\na -> b -> c';

function waiting(proposed: string): TestRun {
  const run = runOf(plan(TEXT), { closure: { capabilities: CAPABILITIES } });
  run.proposes('/think!1', body(proposed));
  return run;
}

/** The first step has run, and a plan that reaches further waits. */
function revised(): TestRun {
  const run = runOf(plan(TEXT), { closure: { capabilities: CAPABILITIES } });
  run.proposesMore('/think!1', body('a: CAPABILITY echo'), 'whenDone');
  run.answer(WAIT, { decision: 'approve' });
  run.done('/do@1/a#1', 1);
  run.proposes('/think!2', body('a: CAPABILITY echo\nb: CAPABILITY other\na -> b'));
  return run;
}

function proposalOf(run: TestRun): Proposal {
  const found = run.state === null ? null : proposalAt(run.state, WAIT);
  if (found === null) throw new Error('No plan waits.');
  return found;
}

function edited(proposal: Proposal): {
  readonly editor: Editor;
  readonly now: () => Plan;
  readonly original: Plan;
} {
  const original = planOfProposal(proposal, 'Do', []);
  const home = createEditor({ workspace: workspace([plan(TEXT)]), catalogue: CATALOGUE, now: () => 0 });
  const editor = editorOfProposal(proposal, original, home);
  return { editor, original, now: () => editor.workspace.plans[0] ?? original };
}

/** One thing that a person may do with what is drawn. */
function gesture(editor: Editor, verb: number, one: number, other: number): void {
  const { graph } = editor.scene.getState();
  const key = (index: number): string => graph.nodes[index % Math.max(1, graph.nodes.length)]?.key ?? '';
  if (key(one) === '') return void addNode(editor, 'CAPABILITY', { capability: 'echo' });
  editor.select([key(one)]);
  const verbs: readonly (() => unknown)[] = [
    () => addNode(editor, 'CAPABILITY', { capability: other % 2 === 0 ? 'echo' : 'other' }),
    () => addNode(editor, 'TRANSFORM'),
    () => addNode(editor, 'IF'),
    () => removeSelection(editor, { heal: other % 2 === 0 }),
    () => connect(editor, key(one), 'out', key(other)),
    () => renameNode(editor, key(one), `Name ${other}`),
    () => duplicateSelection(editor),
    () => groupSelection(editor),
    () => disableSelection(editor),
    () => editor.undo(),
  ];
  verbs[verb % verbs.length]?.();
}

const gestures = fc.array(fc.tuple(fc.nat(9), fc.nat(40), fc.nat(40)), { maxLength: 12 });

describe('D9 a plan that waits, edited with the tools of the editor', () => {
  test('L10 whatever is done runs as it stands there, or is refused for what the editor says (seeded)', () => {
    let taken = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.boolean(), gestures, (isRevision, steps) => {
        const run = isRevision ? revised() : waiting(CHAIN);
        const { editor, now } = edited(proposalOf(run));
        for (const [verb, one, other] of steps) gesture(editor, verb, one, other);
        const answer = answerOfPlan(now());
        const problems = editor.check();
        const lines = run.answer(WAIT, { decision: 'approve', plan: answer });
        if (hasErrors(problems)) {
          refused += 1;
          expect(lines).toEqual([`refused ${WAIT} ${problems[0]?.code}`]);
          expect(run.status).toBe('waiting');
        } else {
          taken += 1;
          expect(openedIn(run)).toBe(hashOf(answer));
        }
      }),
      { seed: 9, numRuns: 200 },
    );
    expect(taken).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });

  test('E2 undo takes all of it back, and then nothing counts as edited', () => {
    const { editor, now, original } = edited(proposalOf(waiting(CHAIN)));
    editor.select(['/b']);
    removeSelection(editor);
    addNode(editor, 'TRANSFORM');
    expect(isEdited(now(), original)).toBe(true);
    while (editor.undo());
    expect(isEdited(now(), original)).toBe(false);
  });

  test('P9 marks tell what its planner has made of the plan that runs, and what a person has made of that', () => {
    const proposal = proposalOf(revised());
    const { editor, now } = edited(proposal);
    expect([...marksOfPlan(now(), proposal)]).toEqual([
      ['a', 'kept'],
      ['b', 'added'],
    ]);
    editor.select(['/b']);
    removeSelection(editor);
    const added = addNode(editor, 'CAPABILITY', { capability: 'echo' });
    expect(Object.fromEntries(countsOfMarks(now(), proposal))).toMatchObject({ kept: 1, 'added by you': 1 });
    const card = editor.scene.getState().graph.nodes.find(({ key }) => key === added);
    expect(card?.mark).toBe('added by you');
  });

  test('P8 only what the plan may call can be chosen', () => {
    const proposal = { ...proposalOf(waiting(CHAIN)), tools: ['echo'] };
    expect([...edited(proposal).editor.catalogue.keys()]).toEqual(['echo']);
  });
});

describe('D9 two workspaces of one page whose runs wait with a plan', () => {
  beforeAll(() => {
    vi.stubGlobal('window', { setTimeout });
  });

  test('have an edited plan each: what is done to one is not seen in the other', () => {
    const run = waiting(CHAIN);
    const [one, other] = [sessionShowing(run, 'one'), sessionShowing(run, 'other')];
    const question = waitOf(one);
    editProposal(one, question, proposalOf(run));
    expect(openProposal(one)?.home).toBe(one);
    expect(openProposal(other)).toBeNull();

    editProposal(other, question, proposalOf(run));
    for (const session of [one, other]) expect(editedPlanOf(session, question)).toBeUndefined();
    removeIn(one, '/b');
    expect(stepsOf(editedPlanOf(one, question))).toEqual(['a', 'c']);
    expect(editedPlanOf(other, question)).toBeUndefined();
    expect([hasUnkeptEdits(one), hasUnkeptEdits(other)]).toEqual([true, false]);

    removeIn(other, '/c');
    leaveProposal(other);
    expect([openProposal(one) !== null, openProposal(other)]).toEqual([true, null]);
    expect(stepsOf(editedPlanOf(other, question))).toEqual(['a', 'b']);

    dropProposal(one);
    expect(editedPlanOf(one, question)).toBeUndefined();
    expect(stepsOf(editedPlanOf(other, question))).toEqual(['a', 'b']);
    dropProposal(other);
  });
});

/** A workspace whose run is shown, in memory. */
function sessionShowing(run: TestRun, id: string): Session {
  const editor = createEditor({ workspace: workspace([plan(TEXT)]), catalogue: CATALOGUE, now: () => 0 });
  editor.cursor.attach(`run of ${id}`, run.commits, true);
  editor.showRun(`run of ${id}`);
  return standInSession({
    ...{ id, editor, shown: new ShownRun(), closed: new AbortController().signal },
    storage: memoryStorage(new SimulatedClock(0), new Standing()),
    work: new DocumentWork(openReader(), null),
  });
}

function waitOf({ editor }: Session): Waiting {
  const found = editor.cursor.shown?.live.waiting.find(({ address }) => address === WAIT);
  if (found === undefined) throw new Error('Nothing waits.');
  return found;
}

function removeIn(home: Session, key: string): void {
  const proposal = openProposal(home);
  if (proposal === null) throw new Error('No plan is edited.');
  proposal.session.editor.select([key]);
  removeSelection(proposal.session.editor, { heal: true });
}

function stepsOf(edited: Plan | undefined): readonly string[] {
  return edited?.kind === 'capability' ? edited.nodes.map(({ id }) => id) : [];
}

function hashOf(answer: ReturnType<typeof answerOfPlan>): string {
  const read = readBody(answer);
  if (!read.ok) throw new Error(read.problem[0]?.message);
  return bodyHash(read.value);
}

function openedIn(run: TestRun): string {
  const entries = run.commits.flatMap((commit) => commit.entries);
  const opened = entries.findLast(({ kind }) => kind === 'plan.opened');
  const found: Body | undefined = opened?.kind === 'plan.opened' ? opened.data.plan : undefined;
  if (found === undefined) throw new Error('No plan was opened.');
  return bodyHash(found);
}
