/** What one room may use. Everything else is refused, type-only imports included. */
export interface RoomRule {
  /** Rooms that it may import, by their doors. */
  readonly rooms: readonly string[];
  /** Packages that it may import. */
  readonly packages: readonly string[];
  /** Packages that only some folders of the room may import. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

const GROUND = [
  'base',
  'plan',
  'formats',
  'compile',
  'kernel',
  'question',
  'planner',
  'projection',
  'picture',
];
const FIRST = [
  'files',
  'runtime',
  'hosting',
  'proving',
  'capabilities',
  'models',
  'storage',
  'layout',
  'share',
  'samples',
  'tables',
  'engine',
];

/** The rooms in the order in which data walks through them; imports are stairs that lead down only. */
export const HOUSE: Readonly<Record<string, RoomRule>> = {
  base: { rooms: [], packages: ['@noble/hashes'] },
  plan: { rooms: ['base'], packages: ['zod', '@marcbachmann/cel-js', 'jsonata'] },
  formats: { rooms: ['base', 'plan'], packages: ['acorn', '@sveltejs/acorn-typescript'] },
  compile: { rooms: ['base', 'plan'], packages: ['xstate'], only: { xstate: ['machine', 'statechart'] } },
  kernel: { rooms: ['base', 'plan', 'compile'], packages: [] },
  question: { rooms: ['base', 'plan'], packages: [] },
  planner: { rooms: ['base', 'plan', 'formats', 'question'], packages: ['@streamparser/json'] },
  projection: { rooms: ['base', 'plan', 'compile', 'kernel'], packages: [] },
  picture: { rooms: ['base', 'plan', 'projection'], packages: [] },
  files: {
    rooms: ['base'],
    packages: ['fflate', 'hyparquet', 'hyparquet-compressors', 'mammoth', 'pdfjs-dist'],
  },
  runtime: { rooms: [...GROUND, 'files'], packages: ['jsonata'] },
  hosting: { rooms: [...GROUND, 'runtime'], packages: [] },
  proving: { rooms: [...GROUND, 'runtime'], packages: ['zod'] },
  capabilities: { rooms: [...GROUND, 'files', 'runtime'], packages: ['zod', 'minisearch', 'papaparse'] },
  engine: { rooms: [...GROUND, 'files', 'runtime'], packages: ['@duckdb/duckdb-wasm', '@uwdata/flechette'] },
  tables: { rooms: ['base', 'plan', 'capabilities'], packages: ['papaparse'] },
  models: {
    rooms: [...GROUND, 'runtime'],
    packages: ['ai', '@ai-sdk/openai-compatible', '@ai-sdk/provider'],
  },
  storage: { rooms: [...GROUND, 'runtime', 'hosting'], packages: ['dexie'] },
  layout: { rooms: GROUND, packages: ['elkjs'] },
  share: { rooms: [...GROUND, 'files', 'runtime', 'layout'], packages: ['fflate'] },
  samples: { rooms: GROUND, packages: [] },
  editor: { rooms: [...GROUND, ...FIRST], packages: ['zustand'] },
  canvas: {
    rooms: ['base', 'plan', 'projection', 'picture', 'editor'],
    packages: ['react', '@xyflow/react', 'lucide-react', 'marked', 'zustand'],
  },
  app: {
    rooms: [...GROUND, ...FIRST, 'editor', 'canvas'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      'lucide-react',
      'marked',
      'write-excel-file',
      '@tanstack/react-query',
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@fontsource-variable/inter',
      '@fontsource-variable/jetbrains-mono',
    ],
  },
  cli: {
    rooms: [...GROUND, ...FIRST],
    packages: ['@resvg/resvg-wasm', '@duckdb/duckdb-wasm'],
    only: { '@resvg/resvg-wasm': ['picture'], '@duckdb/duckdb-wasm': ['host'] },
  },
};

/** Rooms that run in Node and may import its modules. */
export const NODE_ROOMS: ReadonlySet<string> = new Set(['cli']);

/** The pure rooms: no clock, chance, network, DOM or Node. */
export const GROUND_FLOOR: readonly string[] = GROUND;

/** A floor inside of a room: its folders may import one another, and what lies below. */
export interface Floor {
  readonly name: string;
  /** Folders of the room; '' is what lies beside them. */
  readonly folders: readonly string[];
  /** It is given what it shows, and imports no room. */
  readonly knowsNoRoom?: boolean;
  /** What becomes of an import from here to further up. */
  readonly wayOut: string;
}

/** The floors of `app`, from below. */
export const APP_FLOORS: readonly Floor[] = [
  {
    name: 'parts',
    folders: ['parts', 'theme'],
    knowsNoRoom: true,
    wayOut: 'Give the part what it shows, or put it where it is known.',
  },
  { name: 'ui', folders: ['ui'], wayOut: 'Give it what it shows, or put it where it is known.' },
  {
    name: 'state',
    folders: ['state'],
    wayOut: 'Put what both need into state, or let who knows both wire them.',
  },
  {
    name: 'forms',
    folders: ['forms', 'surfaces', 'commands'],
    wayOut: 'Keep a table here, and let the feature put its own into it.',
  },
  {
    name: 'features',
    folders: [
      'ask',
      'design',
      'help',
      'history',
      'home',
      'library',
      'machine',
      'opening',
      'pins',
      'proving',
      'proposal',
      'run',
      'settings',
      'share',
      'tables',
      'trial',
      'whatif',
    ],
    wayOut: 'Put what the feature needs of the frame below both.',
  },
  { name: 'shell', folders: ['shell', ''], wayOut: '' },
];
