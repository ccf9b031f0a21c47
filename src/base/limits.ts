/**
 * Every limit of Planloom in one place (T4). A limit that is hit is named, with its number, in the message.
 * Sizes are bytes of UTF-8 unless they say otherwise; times are milliseconds.
 */
export const LIMITS = {
  /** Length of a share link above which a file is advised, in characters. */
  linkAdvisedCharacters: 8_000,
  linkAcceptedBytes: 1_000_000,
  linkDecodedBytes: 5_000_000,
  importBytes: 50_000_000,
  /** A file of text: one string of a page can hold little more. */
  fileTextBytes: 500_000_000,
  /** Characters of one cell, and columns of one table (as many as a workbook has). */
  fileCellCharacters: 1_000_000,
  fileColumns: 16_384,
  /** Lists of records that one JSON file has at most, each of which is a table. */
  fileLists: 100,
  /** Cells of one workbook, and of one Parquet file, empty ones between others included. */
  fileCells: 20_000_000,
  /** What a file may become when it is unpacked, and how many files an archive may hold (case A4). */
  fileUnpackedBytes: 200_000_000,
  fileEntries: 2_000,
  /** How long a page waits for a file that is being read. */
  fileReadMs: 120_000,
  jsonDepth: 64,
  nodesAccepted: 20_000,
  /** Containers inside each other: each takes three levels of JSON, and the innermost node needs some too. */
  containerDepth: 16,
  effectsInFlight: 8,
  effectsInFlightMax: 200,
  plannerDepth: 3,
  planSteps: 50,
  dynamicStepsPerRun: 200,
  plannerReplyBytes: 1_000_000,
  /** What a planner's prompt may take, in tokens as they are estimated: a small model has 8,000 for it and the reply. */
  promptTokens: 6_000,
  /** Different values of one reply that are judged as plans, and problems that are told of a reply that is refused. */
  replyCandidates: 20,
  replyProblems: 50,
  /** What is kept of a model's reasoning. */
  reasoningBytes: 100_000,
  plannerIdleMs: 60_000,
  plannerTotalMs: 600_000,
  /** The list of models of a server: services with many have some 500 KB. */
  modelListBytes: 4_000_000,
  /** Longest wait that a server may ask for (Retry-After). */
  retryAfterMs: 300_000,
  /** Results of steps that a planner is shown when it is asked again: the last ones, each so many characters. */
  observations: 5,
  observationCharacters: 4_000,
  summaryCharacters: 400,
  /** Messages of a conversation that a planner is shown: the last ones, each so many characters. */
  conversationMessages: 10,
  conversationCharacters: 1_000,
  /** What a session keeps (P16): episodes, notes, memories and variables, so many of each, and characters of one. */
  sessionEntries: 1_000,
  sessionCharacters: 16_000,
  /** Notes and variables of it that a run is told of, the last ones, and characters of each. */
  sessionNotes: 50,
  sessionListed: 200,
  toolOutputBytes: 1_000_000,
  /** How long one query over tables may take. */
  sqlMs: 30_000,
  expressionOperations: 10_000,
  expressionCharacters: 10_000,
  /** How deep the parts of a JSONata expression may lie in each other. */
  expressionDepth: 1_000,
  /** What one evaluation may make: characters of text and items of lists and objects, added up. */
  expressionSize: 5_000_000,
  /** What one evaluation may go through in comparing, searching and measuring: characters, an item as 5, a member as 20. */
  expressionWalk: 20_000_000,
  /** How many times as much as one expression all expressions of one template may use up together. */
  templateExpressions: 10,
  /** Steps that one evaluation of JSONata may take: parts evaluated, and what its functions read and make (`jsonata/` of #runtime). */
  jsonataSteps: 1_000_000,
  /** Items of one list that it makes, how deep its values may lie, and how many of its parts may be begun and not ended. */
  jsonataItems: 1_000_000,
  jsonataDepth: 500,
  jsonataBegun: 10_000,
  /** Length of a pattern, in characters, and states of its automaton when its repetitions are written out. */
  patternCharacters: 1_000,
  patternStates: 10_000,
  /** Steps that the patterns of one evaluation may take: states that are visited, at each place of a text. */
  patternSteps: 5_000_000,
  /** Steps that judging one value by a JSON Schema may take: schemas at places, members, items, steps of patterns. */
  schemaSteps: 5_000_000,
  /** Steps that checking a document may spend on judging its defaults and literal inputs, all together. */
  checkSteps: 20_000_000,
  /** Schemas that may lie inside each other while a value is judged, by references too. */
  schemaDepth: 500,
  /** Tasks that one HTN search may take apart, and how deep they may lie. */
  htnNodes: 10_000,
  htnDepth: 64,
  /** Rounds of one REFLECTION, and actions of one AGENT. */
  reflectionRounds: 20,
  agentIterations: 100,
  stepsPerFact: 100_000,
  /** Steps of a state machine that one event may cause: eventless transitions and raised events (case D1). */
  microsteps: 1_000,
  /** Commits of one simulation. */
  simulatedCommits: 100_000,
  /** Runs that one suite of an evaluation makes. */
  suiteRuns: 5_000,
  /** Signals that a run keeps until somebody takes them. */
  keptSignals: 10_000,
  /** What of a text is drawn as Markdown, in characters, and how deep quotes, lists and emphasis may lie: the rest is plain text. */
  markdownCharacters: 100_000,
  markdownDepth: 16,
  /** What reading it may cost, in characters looked at (`lexSafely` of #canvas). */
  markdownCost: 16_000_000,
  /** Runs that start each other by goals (M3): how many may lie inside each other, and how many one may start. */
  goalDepth: 8,
  goalRuns: 1_000,
} as const;

/** Thrown by `Fuel.spend` alone, and caught at the door that handed out the fuel: what is half judged has no verdict. */
export class OutOfFuel extends Error {
  constructor(readonly limit: number) {
    super(`it takes more than ${limit} steps`);
  }
}

/**
 * Steps that work may still take. They are counted and not timed, so that each machine comes to the same verdict (K4).
 *
 * @example
 * const fuel = new Fuel(LIMITS.patternSteps);
 * fuel.spend(3); // throws OutOfFuel where fewer are left
 */
export class Fuel {
  #left: number;
  readonly #paid = new Set<object>();

  constructor(readonly limit: number) {
    this.#left = limit;
  }

  get spent(): number {
    return this.limit - this.#left;
  }

  /** Spends what a thing costs the first time; after that it is paid for. */
  spendOnce(thing: object, steps: number): void {
    if (this.#paid.has(thing)) return;
    this.#paid.add(thing);
    this.spend(steps);
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new OutOfFuel(this.limit);
  }
}
