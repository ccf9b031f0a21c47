import fc from 'fast-check';
import { beforeEach, describe, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createEditor } from '#editor';
import { type Workspace, write } from '#plan';
import { CallError } from '#runtime';
import { DEFAULT_SLOT, type Storage } from '#storage';
import { keepWorkspace } from '../../src/app/library/placeWorkspace';
import { bringIn } from '../../src/app/share/bringIn';
import { openReader } from '../../src/app/share/reading/reader';
import { storageOfPage } from '../../src/app/state/services';
import type { SessionState } from '../../src/app/state/session';
import { modelsOfPage } from '../../src/app/state/slots';
import { workspace } from '../notation/plan';
import { fuzzTimeout, samples } from './samples';

/** What the page asks of its browser. */
vi.mock('../../src/app/parts/Toasts', () => ({ say: () => {} }));
vi.hoisted(() => vi.stubGlobal('location', new URL('https://planloom.example/')));

/** A request as a server saw it. */
interface Seen {
  readonly origin: string;
  readonly key: string | null;
  readonly prompt: string;
}
let seen: Seen[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const key = request.headers.get('authorization')?.replace('Bearer ', '') ?? null;
    const prompt = /prompt-\d+/.exec(await request.text())?.[0] ?? '';
    seen.push({ origin: new URL(request.url).origin, key, prompt });
    return Response.json({ error: { message: 'Not today.' } }, { status: 400 });
  });
});

const SERVERS = ['https://a.example', 'https://b.example', 'https://c.example'];
const SLOTS = ['connection-1', 'connection-2'];
/** Two documents that differ, each of which names the same slots. */
const DOCUMENTS: readonly Workspace[] = ['One', 'Two'].map((name) => ({
  ...workspace('say: CAPABILITY echo'),
  ...{ id: 'demo', name },
  connections: SLOTS.map((id) => ({ id, kind: 'openai-compatible' as const })),
  models: SLOTS.map((id, index) => ({ id: `model-${index}`, connection: id, model: 'any' })),
}));

/** What the person has picked, as it should be: by workspace and slot, the number of an entry. */
interface Model {
  readonly picks: Map<string, Map<string, number>>;
  readonly entries: ({ origin: string; key: string | null } | null)[];
  /** The number of an entry, where the person has chosen one. */
  byDefault: number | 'none' | null;
}

/** The page that is tried. Numbers of entries are theirs in the order in which they were made. */
interface Page {
  readonly storage: Storage;
  readonly open: string[];
  readonly ids: string[];
}

type Step = fc.AsyncCommand<Model, Page>;

/** @param what how it is told when it fails */
function step(what: string, run: (model: Model, page: Page) => Promise<void>): Step {
  return { check: () => true, run, toString: () => what };
}

const slot = fc.constantFrom(...SLOTS);
const server = fc.constantFrom(...SERVERS);
const key = fc.constantFrom('', 'key-1', 'key-2');
const keeping = fc.constantFrom('tab' as const, 'device' as const);
const at = fc.nat({ max: 2 });
const documentOf = fc.constantFrom(...DOCUMENTS);

/** The person types an address, and a key or none, into the form of a slot, over whatever was chosen there. */
const connect = fc
  .tuple(at, slot, server, key, fc.option(fc.nat(5)), keeping)
  .map(([where, name, origin, typed, over, kept]) =>
    step(
      `connect ${where}/${name} to ${origin} with "${typed}" over ${over}`,
      async (model, { storage, open, ids }) => {
        const id = open[where];
        if (id === undefined) return;
        const chosen = over === null ? null : (ids[over] ?? null);
        const made = storage.vault.connect(id, name, {
          ...{ id: chosen, url: `${origin}/v1`, key: typed, keeping: kept },
        });
        if (!made.ok) throw new Error(made.problem.message);
        const entry = over === null ? null : (model.entries[over] ?? null);
        if (entry && over !== null && entry.origin === origin) {
          if (typed !== '') entry.key = typed;
          picksOf(model, id).set(name, over);
        } else {
          ids.push(made.value.id);
          picksOf(model, id).set(name, model.entries.push({ origin, key: typed || null }) - 1);
        }
      },
    ),
  );

/** The model of a slot is removed from its workspace. */
const empty = fc.tuple(at, slot).map(([where, name]) =>
  step(`empty ${where}/${name}`, async (model, { storage, open }) => {
    const id = open[where];
    if (id === undefined) return;
    storage.vault.pick(id, name, null);
    picksOf(model, id).delete(name);
  }),
);

const forget = fc.nat(5).map((which) =>
  step(`forget ${which}`, async (model, { storage, ids }) => {
    const id = ids[which];
    if (id === undefined) return;
    storage.vault.remove(id);
    model.entries[which] = null;
  }),
);

/** What is stored is read again, as when another tab has changed something. */
const readAgain = fc.constant(step('read again', (_model, { storage }) => storage.vault.reload()));

/** The person chooses a default, or none; until then it is the first connection that there is. */
const choose = fc.option(fc.nat(5)).map((which) =>
  step(`default ${which}`, async (model, { storage, ids }) => {
    const id = which === null ? null : ids[which];
    if (id === undefined) return;
    storage.vault.setDefault(id);
    if (which === null || model.entries[which]) model.byDefault = which === null ? 'none' : which;
  }),
);

/** A file is brought in, under the id that it names: it is new, or the same was here. */
const bringInOne = documentOf.map((document) =>
  step(`import ${document.name}`, async (model, { open }) => {
    if (open.length === SERVERS.length) return;
    const reader = openReader();
    const { signal } = new AbortController();
    const { received } = await reader.read({ kind: 'text', text: write(document) }, null, signal);
    await bringIn(received, { reader, signal, go: (to) => opened(to.workspace ?? '', model, open) });
  }),
);

/** A workspace of the person's own, under an id that may have been another's. */
const makeOne = documentOf.map((document) =>
  step(`make ${document.name}`, async (model, { open }) => {
    if (open.length < SERVERS.length) opened(await keepWorkspace(document, true), model, open);
  }),
);

const remove = at.map((where) =>
  step(`delete ${where}`, async (model, { storage, open }) => {
    const [id] = open.splice(where, 1);
    if (id === undefined) return;
    await storage.workspaces.remove(id);
    model.picks.delete(id);
  }),
);

const STATE: SessionState = {
  ...{ trusted: true, trustedFrom: 0, madeHere: false, budget: null },
  ...{ saving: 'saved', saveProblem: null, conflict: false },
};

let prompts = 0;
/** A call of a model: its prompt is seen by the server that was picked, with its key, or by none. */
const ask = fc.tuple(at, fc.nat({ max: 1 })).map(([where, which]) =>
  step(`ask ${where}/${which}`, async (model, { storage, open }) => {
    const id = open[where];
    if (id === undefined) return;
    const text = `prompt-${++prompts}`;
    const code = await send({ id, storage }, `model-${which}`, text);
    const picked = model.picks.get(id)?.get(SLOTS[which] ?? '');
    const stored = await storage.workspaces.read(id);
    const explicit = picked === undefined ? null : (model.entries[picked] ?? null);
    // What came as a file has nothing by default, whatever the person has (case A2).
    const entry = explicit ?? (stored?.madeHere ? defaultOf(model) : null);
    const wanted = entry === null ? [] : [{ ...entry, prompt: text }];
    // A server that refuses something may be asked once more, and by the same way.
    const reached = seen.filter((one, index) => JSON.stringify(one) !== JSON.stringify(seen[index - 1]));
    if (JSON.stringify(reached) !== JSON.stringify(wanted))
      throw new Error(
        `${id}/${SLOTS[which]}: ${JSON.stringify(seen)} (${code}), not ${JSON.stringify(wanted)}`,
      );
    if (entry === null && code !== 'CONNECTION_MISSING') throw new Error(`an empty slot said ${code}`);
  }),
);

describe('W7 what fills a slot', () => {
  const { seed, numRuns } = samples(500);
  it(
    'fault X1 each prompt reaches the server that was picked for it, or none',
    async () => {
      const asked = [ask, ask, ask];
      const steps = fc.commands(
        [connect, connect, ...asked, bringInOne, makeOne, remove, empty, forget, choose, readAgain],
        {
          maxCommands: 40,
          size: 'max',
        },
      );
      await fc.assert(
        fc.asyncProperty(steps, (all) => fc.asyncModelRun(start, all)),
        { seed, numRuns },
      );
    },
    fuzzTimeout(),
  );
});

/** Has a model asked, as a run of the page does it. Returns the code that it failed with. */
async function send(from: { id: string; storage: Storage }, model: string, text: string): Promise<string> {
  seen = [];
  const madeHere = (await from.storage.workspaces.read(from.id))?.madeHere ?? false;
  const state = createStore<SessionState>(() => ({ ...STATE, madeHere }));
  const [document = workspace('say: CAPABILITY echo')] = DOCUMENTS;
  const models = await modelsOfPage({
    ...from,
    state,
    editor: createEditor({ workspace: document, now: () => 0 }),
  });
  const request = { model, messages: [{ role: 'user' as const, text }] };
  try {
    for await (const _ of models.stream(request, new AbortController().signal));
    return '';
  } catch (thrown) {
    if (!(thrown instanceof CallError)) throw thrown;
    return thrown.error.code;
  }
}

/** Two workspaces of the person's own, and nothing connected. */
async function start(): Promise<{ model: Model; real: Page }> {
  const storage = await storageOfPage();
  for (const { id } of await storage.workspaces.list()) await storage.workspaces.remove(id);
  for (const { id } of storage.vault.list) storage.vault.remove(id);
  const real: Page = { storage, open: [], ids: [] };
  storage.vault.pick('', DEFAULT_SLOT, null);
  const model: Model = { picks: new Map(), entries: [], byDefault: null };
  for (const document of DOCUMENTS) opened(await keepWorkspace(document, true), model, real.open);
  return { model, real };
}

function defaultOf({ byDefault, entries }: Model) {
  if (byDefault === 'none') return null;
  const chosen = byDefault === null ? null : entries[byDefault];
  return chosen ?? entries.find((one) => one !== null) ?? null;
}

function picksOf({ picks }: Model, id: string): Map<string, number> {
  const slots = picks.get(id) ?? new Map<string, number>();
  picks.set(id, slots);
  return slots;
}

function opened(id: string, { picks }: Model, open: string[]): void {
  if (open.includes(id)) return;
  open.push(id);
  picks.delete(id);
}
