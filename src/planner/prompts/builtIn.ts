const TASK = `You plan work for a program that carries plans out step by step. You do not carry anything out and you do not
answer the goal yourself: you say which tools are to be called, in which order and with which input.

Tools that may be used, and no others; write a tool's id exactly as it stands here:
{{ tools }}

Rules of a step:
- "id": a letter, then letters, digits, "-" or "_"; every step its own.
- "type": "tool" calls a tool; "finish" ends the plan and may carry a "result" object.
- "toolId" and "input": the tool, and an object that fits its input schema.
- "name": a few words for the card on the screen.
- An input may read the result of an earlier step with {{ braces_open }} steps["ID"].field {{ braces_close }}, and a variable by its name:
  {{ variables }}.
- "output": an object from a variable to an expression over "result"; these variables may be written: {{ writable }}.
- Steps run in the order of the list. If some may run at the same time, give every step "dependsOn": the ids it follows.
- At most {{ maxSteps }} steps.`;

const EXAMPLES = `Example. Goal: "Which city has most visitors?", tools table.load, table.sort, table.answer:
{"steps":[{"id":"load","type":"tool","toolId":"table.load","name":"Load visitors","input":{"document":"visitors"}},{"id":"sort","type":"tool","toolId":"table.sort","name":"Most first","input":{"rows":"{{ braces_open }} steps[\\"load\\"].rows {{ braces_close }}","by":"visitors","order":"desc"}},{"id":"say","type":"tool","toolId":"table.answer","name":"Say it","input":{"question":"Which city has most visitors?","rows":"{{ braces_open }} steps[\\"sort\\"].rows {{ braces_close }}"}}]}

Example. Goal: "Say hello", tool text.say:
{"steps":[{"id":"hello","type":"tool","toolId":"text.say","input":{"text":"Hello!"}}]}`;

const STREAM_EXAMPLES = `Example. Goal: "Say hello and goodbye", tool text.say:
{"type":"step","step":{"id":"hello","type":"tool","toolId":"text.say","input":{"text":"Hello!"}}}
{"type":"step","step":{"id":"bye","type":"tool","toolId":"text.say","input":{"text":"Goodbye!"}}}
{"type":"finish"}

Example. Goal: "Load the visitors", tool table.load:
{"type":"reasoning","text":"One table is enough."}
{"type":"step","step":{"id":"load","type":"tool","toolId":"table.load","name":"Load visitors","input":{"document":"visitors"}}}
{"type":"finish"}`;

const ONE_BY_ONE = `If what comes next depends on a result that is not there yet, write the next step alone and no "finish": you are asked
again when it has run.`;

export const REQUEST = `At hand: {{ memory }}

Goal: {{ goal }}`;

/** The parts of a built-in prompt: the system message, and the user's. They are separate messages, never joined. */
export interface BuiltInPrompt {
  readonly id: string;
  readonly version: number;
  readonly system: string;
  readonly user: string;
}

/** Asks for one JSON object (P2 `llm`). */
export const OBJECT_PROMPT: BuiltInPrompt = {
  id: 'planner-object',
  version: 1,
  system: `${TASK}

The plan has this JSON Schema:
{{ schema }}

${EXAMPLES}

Your whole reply must be a single valid JSON object of that schema. Write nothing before it and nothing after it: no
explanation, no code fence.`,
  user: REQUEST,
};

/** Asks for one step a line (P2 `stream`). */
export const STREAM_PROMPT: BuiltInPrompt = {
  id: 'planner-stream',
  version: 2,
  system: `${TASK}

Reply in NDJSON: every line is a single valid JSON object, complete on that line, in one of these forms:
{"type":"step","step":STEP}
{"type":"reasoning","text":"…"}
{"type":"finish"}
where STEP has this JSON Schema:
{{ schema }}

${STREAM_EXAMPLES}

${ONE_BY_ONE}

Write a step as soon as you know it, "finish" last, and nothing but such lines: no explanation, no code fence.`,
  user: REQUEST,
};

/** Asks again after a refused reply (P5); it follows the conversation so far. */
export const REPAIR_PROMPT = {
  id: 'planner-repair',
  version: 1,
  user: `That reply was refused. The problems, as JSON:
{{ problems }}

Reply again with the whole plan, mended, in the form that was asked for, and nothing else.`,
};

/** Asks what comes after the steps that have run (P2); it follows the conversation so far. */
export const NEXT_PROMPT = {
  id: 'planner-next',
  version: 1,
  user: `The plan runs already. What has become of its steps, as JSON:
{{ steps }}

Their ids are taken; their results can be read as {{ braces_open }} steps["ID"] {{ braces_close }}. Reply in the same form with what comes
next: one step, and you are asked again when it has run; or all that are left, at most {{ stepsLeft }}. When nothing is left
to do reply {"type":"finish"}.`,
} as const;
