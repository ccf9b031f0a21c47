import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Address, hasErrors, LIMITS } from '#base';
import { builtInCapabilities, withMade } from '#capabilities';
import {
  check,
  flavourOf,
  NODE_TYPES,
  type NodeTypeName,
  PLANNER_FLAVOURS,
  read,
  type Workspace,
} from '#plan';
import { project } from '#projection';
import { flavourPage, HELP_SECTIONS, type HelpPage, readPage, searchPages } from '../../src/app/help/pages';

import { tooLargeForSteps } from '../../src/app/library/documentFromFile';
import { runToRest } from '../samples/hosting';

const folder = new URL('../../src/app/help/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
const pages = files.map((file) =>
  readPage(file.replace('.md', ''), readFileSync(new URL(file, folder), 'utf8')),
);
const listed = HELP_SECTIONS.flatMap((section) => section.pages);
const ofTypes = pages.filter(({ name }) => name in NODE_TYPES);
const ofFlavours = pages.filter(({ name }) => name.startsWith('planner-'));

describe('the help pages', () => {
  test('every page is listed once, and every listed page is there', () => {
    expect([...listed].sort()).toEqual(pages.map(({ name }) => name).sort());
  });

  test('L1 every node type that is run has a page with an example', () => {
    const run = Object.keys(NODE_TYPES) as NodeTypeName[];
    expect(ofTypes.map(({ name }) => name)).toEqual(expect.arrayContaining(run));
    expect(ofTypes.filter(({ example }) => example === null)).toEqual([]);
  });

  test('fault D6 no page speaks of what could be called or imported from outside: there is no such thing', () => {
    const manifest: object = JSON.parse(readFileSync(new URL('../../../package.json', folder), 'utf8'));
    expect(manifest).toMatchObject({ private: true });
    expect(['exports', 'main', 'module', 'types'].filter((key) => key in manifest)).toEqual([]);
    const fromCode = /\brun\.\w+\(|Builder\b|\bfrom code\b|\b(?:from|import|require\()\s*['"](?:planloom|#)/;
    const src = new URL('../../', folder);
    const readmes = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('README.md'),
    );
    const texts = [
      ...files.map((file) => new URL(file, folder)),
      ...readdirSync(new URL('patterns/', folder)).map((file) => new URL(`patterns/${file}`, folder)),
      ...readmes.map((file) => new URL(file, src)),
      new URL('../README.md', src),
    ].filter(({ pathname }) => pathname.endsWith('.md'));
    expect(texts.length).toBeGreaterThan(80);
    const told = texts.flatMap((url) => {
      const found = fromCode.exec(readFileSync(url, 'utf8'))?.[0];
      return found === undefined ? [] : [`${url.pathname}: ${found}`];
    });
    expect(told).toEqual([]);
  });

  test('every page begins with its title', () => {
    expect(pages.filter(({ name, title, text }) => title === name || text === '')).toEqual([]);
  });
});

test('P2 each way of planning has a page whose example plans so', () => {
  expect(ofFlavours.map(({ name }) => name).toSorted()).toEqual(PLANNER_FLAVOURS.map(flavourPage).toSorted());
  const flavours = ofFlavours.flatMap((page) =>
    exampleOf(page)
      .plans.flatMap((plan) => (plan.kind === 'capability' ? plan.nodes : []))
      .flatMap((node) => (node.type === 'PLANNER' ? [flavourPage(flavourOf(node, true))] : [])),
  );
  expect(flavours).toEqual(ofFlavours.map(({ name }) => name));
});

describe.each([...ofTypes, ...ofFlavours])('L1 the example of $name', (page) => {
  const workspace = exampleOf(page);

  test('uses the node, and has no error', () => {
    const type = page.name in NODE_TYPES ? page.name : 'PLANNER';
    expect(JSON.stringify(workspace.plans)).toContain(`"type":"${type}"`);
    expect(
      check(workspace, withMade(builtInCapabilities(), workspace).catalogue).filter(
        ({ severity }) => severity !== 'info',
      ),
    ).toEqual([]);
  });

  // One that needs a model ships with a recorded run: see helpRecords.test.ts.
  test.skipIf(needsModel(workspace))('runs to its end without a key', async () => {
    const { run, view } = await runToRest(workspace);
    for (const { address, kind, command } of view.waiting) {
      if (command?.kind === 'listen') await run.signal(command.events[0]?.event ?? '');
      await run.answer(address, { decision: kind === 'approval' ? 'approve' : 'yes' });
    }
    await run.atRest();
    const end = project(run.commits);
    expect([end.error, end.status]).toEqual([null, 'completed']);
    expect(end.outputs).not.toEqual({});
    expect([...end.nodes.keys()]).toContain('/start' as Address);
  });
});

test('fault D4 the page on documents names what is kept, what a step hands on and what an import says of it', () => {
  const { text = '' } = pages.find(({ name }) => name === 'documents') ?? {};
  const most = `a step hands on at most ${LIMITS.toolOutputBytes / 1_000_000} MB`;
  expect(text).toContain(`up to ${LIMITS.importBytes / 1_000_000} MB are kept`);
  expect(text).toContain(most);
  const large = tooLargeForSteps({ id: 'a', kind: 'text', text: 'a'.repeat(LIMITS.toolOutputBytes + 1) });
  expect(large?.message).toContain(most);
  // Every size that the page names is one of these two.
  const sizes = [...text.matchAll(/([\d.,]+) MB/g)].map(([, size]) => Number(size) * 1_000_000);
  expect(new Set(sizes)).toEqual(new Set([LIMITS.importBytes, LIMITS.toolOutputBytes]));
});

describe('searching the help', () => {
  const found = (typed: string) => searchPages(pages, typed).map(({ name }) => name);

  test('finds pages with every word, in any order and case', () => {
    expect(found('REJECT approve')).toContain('PLAN_EXECUTOR');
    expect(found('approve weaving')).toEqual([]);
  });

  test('a word of the title goes before a word of the text', () => {
    expect(found('group')[0]).toBe('GROUP');
  });

  test('nothing typed finds all', () => {
    expect(found('  ')).toHaveLength(pages.length);
  });
});

function needsModel({ models }: Workspace): boolean {
  return models.length > 0;
}

function exampleOf({ example }: HelpPage): Workspace {
  const outcome = read(example ?? '');
  if (outcome.kind !== 'document' || hasErrors(outcome.diagnostics)) {
    throw new Error(JSON.stringify(outcome.diagnostics, null, 2));
  }
  return outcome.workspace;
}
