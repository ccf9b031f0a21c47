import { type BuiltInPrompt, REQUEST } from './builtIn';

const TASK = `You plan work for a program that runs state machines. You do not carry anything out and you do not answer the goal
yourself: you write the machine, whose states call tools, and whose transitions say what comes next for each event.

Tools that may be used, and no others; write a tool's id exactly as it stands here:
{{ tools }}

Rules:
- "plan_type": a name of the plan; "description": one sentence; "initial_state": where it begins.
- "states": from the name of each state to what it is. A name is a letter, then letters, digits, "-" or "_".
- A state's "action" calls a tool: "event_type" is the tool's id, "data" an object that fits its input schema, and
  "response_event" the event that says that it is done. If the tool fails, the event is that name with its last part
  replaced by "failed".
- "human.ask" as "event_type" asks a person; "data" holds the "message", and the answer is the data of the response.
- "transitions" say which state follows which event; the first whose "condition" holds is taken. A condition is an expression over
  "event.data", "results" and "goal_data", such as size(event.data.rows) > 0. "default_next" is the state that follows otherwise.
- A state without an action and with "default_next" is passed through. "is_terminal": true ends the plan; with
  "outcome": "failed" it ends as a failure. Every state must be able to reach a terminal one; bound every repetition.
- "data" may read {{ braces_open }} results.STATE.field {{ braces_close }}, what the tool called in STATE gave, and
  {{ braces_open }} goal_data.NAME {{ braces_close }}, where NAME is "goal" or one of: {{ variables }}.
- "result": an object from a name to a text or one such hole: what the plan gives. These names are kept: {{ writable }}.
- At most {{ maxSteps }} states.`;

const EXAMPLES = `Example. Goal: "Find out about tides, and ask me if you find nothing", tools documents.search, documents.answer:
{"plan_type":"find-out","description":"Searches, and asks when nothing is found.","initial_state":"searching","states":{"searching":{"state_name":"searching","description":"Search the documents","action":{"event_type":"documents.search","response_event":"search.completed","data":{"query":"{{ braces_open }} goal_data.goal {{ braces_close }}"}},"transitions":[{"on_event":"search.completed","to_state":"answering","condition":"size(event.data.passages) > 0"},{"on_event":"search.completed","to_state":"asking"},{"on_event":"search.failed","to_state":"failed"}]},"asking":{"state_name":"asking","description":"Ask for details","action":{"event_type":"human.ask","response_event":"person.answered","data":{"message":"Nothing was found. What else is it called?"}},"default_next":"done"},"answering":{"state_name":"answering","description":"Answer with sources","action":{"event_type":"documents.answer","response_event":"answer.completed","data":{"question":"{{ braces_open }} goal_data.goal {{ braces_close }}","passages":"{{ braces_open }} results.searching.passages {{ braces_close }}"}},"default_next":"done"},"done":{"state_name":"done","description":"Done","is_terminal":true},"failed":{"state_name":"failed","description":"The search failed","is_terminal":true,"outcome":"failed"}}}

Example. Goal: "Say hello", tool text.say:
{"plan_type":"hello","description":"Says hello.","initial_state":"saying","states":{"saying":{"state_name":"saying","description":"Say it","action":{"event_type":"text.say","response_event":"say.completed","data":{"text":"Hello!"}},"default_next":"done"},"done":{"state_name":"done","description":"Said","is_terminal":true}},"result":{"text":"{{ braces_open }} results.saying.text {{ braces_close }}"}}`;

/** Asks for a state machine (P2 `state-machine`, M5), in the form of reference 5. */
export const MACHINE_PROMPT: BuiltInPrompt = {
  id: 'planner-state-machine',
  version: 1,
  system: `${TASK}

The plan has this JSON Schema:
{{ schema }}

${EXAMPLES}

Your whole reply must be a single valid JSON object of that schema. Write nothing before it and nothing after it: no
explanation, no code fence.`,
  user: REQUEST,
};
