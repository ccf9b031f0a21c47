import {
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  LIMITS,
  own,
  parseJson,
  problem,
} from '#base';
import {
  type FileHead,
  hasAll,
  isGraph,
  isListWith,
  isMapOf,
  isNodesWith,
  textOf,
  yamlHas,
} from './common/foreignText';

/** A tool whose files Planloom does not read, and how they are told from all others. */
interface OtherTool {
  /** What such a file is, after "This is". */
  readonly is: string;
  /** What a person can do with it instead. */
  readonly help: string;
  matches(file: FileHead): boolean;
}

const DRAW =
  'Draw it anew, or describe what it does and let Planloom plan it: type a sentence on the first page.';
const AS_MACHINE = 'Write its states as an XState configuration (JSON or a module) and import that.';
const AS_CODE = `It describes jobs for another system, not a plan. ${DRAW}`;

/**
 * The tools by what only their files say: required keys of their formats, from their published schemas and examples. Order matters
 * where one is a special case of another.
 */
const TOOLS: readonly OtherTool[] = [
  {
    is: 'a workflow of n8n',
    help: DRAW,
    matches: ({ value }) =>
      isNodesWith(value, (node) => /^(?:@n8n\/)?n8n-nodes-/.test(textOf(node, 'type'))) ||
      hasAll(value, 'nodes', 'connections'),
  },
  {
    is: 'a flow of Langflow',
    help: DRAW,
    matches: ({ value }) => isJsonObject(value) && isGraph(own(value, 'data')),
  },
  {
    is: 'a flow of Flowise',
    help: DRAW,
    matches: ({ value }) =>
      isNodesWith(value, (node) => /^(?:customNode|agentFlow)$/.test(textOf(node, 'type'))),
  },
  {
    is: 'a workflow of ComfyUI',
    help: DRAW,
    matches: ({ value }) => hasAll(value, 'last_node_id', 'links') || isMapOf(value, 'class_type'),
  },
  {
    is: 'a state machine in Amazon States Language',
    help: AS_MACHINE,
    matches: ({ value }) => hasAll(value, 'StartAt', 'States'),
  },
  {
    is: 'a workflow of Azure Logic Apps',
    help: DRAW,
    matches: ({ value, text }) =>
      isJsonObject(value) && /Microsoft\.Logic|schema\.management\.azure\.com/.test(text),
  },
  {
    is: 'a workflow of the CNCF Serverless Workflow format',
    help: DRAW,
    matches: ({ value, text }) =>
      hasAll(value, 'specVersion', 'states') ||
      hasAll(value, 'document', 'do') ||
      yamlHas(text, 'document', 'do'),
  },
  {
    is: 'a scenario of Make',
    help: DRAW,
    matches: ({ value }) =>
      isJsonObject(value) && isListWith(own(value, 'flow'), (one) => Object.hasOwn(one, 'module')),
  },
  {
    is: 'a flow of Node-RED',
    help: DRAW,
    matches: ({ value }) => isListWith(value, (one) => Object.hasOwn(one, 'wires') || one.type === 'tab'),
  },
  {
    is: 'a graph of LangGraph',
    help: DRAW,
    matches: ({ value }) =>
      isGraph(value) &&
      isListWith(
        own(Object(value), 'edges'),
        (one) => Object.hasOwn(one, 'source') && Object.hasOwn(one, 'target'),
      ),
  },
  {
    is: 'a workflow of Windmill',
    help: DRAW,
    matches: ({ value }) =>
      isJsonObject(value) &&
      isJsonObject(own(value, 'value')) &&
      Array.isArray(own(Object(value.value), 'modules')),
  },
  {
    is: 'an OpenAPI description',
    help: 'It describes a service, not a plan. Make a capability of the call that you need.',
    matches: ({ value, text }) =>
      hasAll(value, 'openapi', 'paths') ||
      hasAll(value, 'swagger', 'paths') ||
      /^(?:openapi|swagger):/m.test(text),
  },
  {
    is: 'a list of MCP servers',
    help: 'It names servers, not a plan.',
    matches: ({ value }) => hasAll(value, 'mcpServers'),
  },
  {
    is: 'a drawing of Excalidraw',
    help: DRAW,
    matches: ({ value }) => isJsonObject(value) && value.type === 'excalidraw',
  },
  {
    is: 'a process in BPMN',
    help: DRAW,
    matches: ({ text }) => /<(?:\w+:)?definitions\b[^>]*omg\.org\/spec\/BPMN/.test(text),
  },
  { is: 'a state machine in SCXML', help: AS_MACHINE, matches: ({ text }) => /<scxml[\s>]/.test(text) },
  {
    is: 'a drawing of draw.io',
    help: DRAW,
    matches: ({ text }) => /<mxfile[\s>]|<mxGraphModel[\s>]/.test(text),
  },
  {
    is: 'a diagram in Mermaid',
    help: `Planloom writes Mermaid and does not read it. ${AS_MACHINE}`,
    matches: ({ value, text }) => value === null && MERMAID.test(firstLineOfDiagram(text)),
  },
  { is: 'a diagram in PlantUML', help: AS_MACHINE, matches: ({ text }) => /^\s*@startuml\b/.test(text) },
  {
    is: 'a graph in Graphviz DOT',
    help: DRAW,
    matches: ({ value, text }) => value === null && /^\s*(?:strict\s+)?(?:di)?graph\b[^{]*\{/.test(text),
  },
  {
    is: 'an app of Dify',
    help: DRAW,
    matches: ({ value, text }) =>
      yamlHas(text, 'app', 'workflow') ||
      yamlHas(text, 'app', 'model_config') ||
      (isJsonObject(value) && hasAll(value, 'app', 'workflow')),
  },
  {
    is: 'a project of Rivet',
    help: DRAW,
    matches: ({ text }) =>
      /^data:\s*$/m.test(text) && /^[ \t]+(?:attachedData|graphs|mainGraphId):/m.test(text),
  },
  {
    is: 'a workflow of GitHub Actions',
    help: AS_CODE,
    matches: ({ text }) => yamlHas(text, '(?:on|"on"|\'on\')', 'jobs'),
  },
  {
    is: 'a workflow of Argo',
    help: AS_CODE,
    matches: ({ text }) => /^apiVersion:\s*argoproj\.io/m.test(text),
  },
  {
    is: 'a manifest of Kubernetes',
    help: AS_CODE,
    matches: ({ text }) => yamlHas(text, 'apiVersion', 'kind'),
  },
  {
    is: 'a workflow of Google Cloud',
    help: DRAW,
    matches: ({ text }) => /^main:\s*$/m.test(text) && /^[ \t]+steps:\s*$/m.test(text),
  },
  {
    is: 'a pipeline of GitLab',
    help: AS_CODE,
    matches: ({ text }) => /^stages:\s*$/m.test(text) && /^[ \t]+script:/m.test(text),
  },
  {
    is: 'a description in the Common Workflow Language',
    help: DRAW,
    matches: ({ value, text }) => hasAll(value, 'cwlVersion') || /^cwlVersion:/m.test(text),
  },
  {
    is: 'a crew of CrewAI',
    help: DRAW,
    matches: ({ text }) => /^[ \t]+(?:role|goal):/m.test(text) && /^[ \t]+backstory:/m.test(text),
  },
  {
    is: 'a DAG of Airflow',
    help: DRAW,
    matches: ({ value, text }) => value === null && /^[ \t]*(?:from|import) airflow\b/m.test(text),
  },
];

const MERMAID =
  /^\s*(?:stateDiagram(?:-v2)?|flowchart|graph|sequenceDiagram|classDiagram|erDiagram|gantt|journey|mindmap)\b/;

/** What stands behind the settings of a diagram (`---`) and its comments (`%%`). */
function firstLineOfDiagram(text: string): string {
  const start = text.trimStart();
  const end = start.startsWith('---') ? start.indexOf('---', 3) : -3;
  if (end === -1) return '';
  const lines = start.slice(end + 3).split('\n');
  return lines.find((line) => line.trim() !== '' && !line.trimStart().startsWith('%%')) ?? '';
}

/** How much of a text is looked at; JSON is parsed whole. */
const HEAD = 100_000;

/**
 * Says what a file of another tool is, where Planloom has no reader for it. Only signatures are looked at: a few required keys, or
 * the words that a text begins with.
 *
 * @returns `FORMAT_FOREIGN` with the name of the tool and what to do; null where it is no file of a tool that is known here
 * @example refuseOtherTool('{"StartAt": "a", "States": {}}')?.message // 'This is a state machine in Amazon States Language, …'
 */
export function refuseOtherTool(text: string): Diagnostic | null {
  const tool = toolOf(text);
  if (tool === null) return null;
  return problem('FORMAT_FOREIGN', `This is ${tool.is}, which Planloom does not read.`, tool.help);
}

function toolOf(text: string): OtherTool | null {
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text, LIMITS.jsonDepth) : null;
  const value = parsed?.ok === true ? parsed.value : null;
  const isValue = isJsonObject(value) || Array.isArray(value);
  const head: FileHead = {
    value: isValue ? (value as JsonObject | readonly Json[]) : null,
    text: text.slice(0, HEAD),
  };
  return TOOLS.find((tool) => tool.matches(head)) ?? null;
}

/** What a text of JSON begins with, behind blanks and comments. */
const JSON_START = /^[[{"]/;
const YAML_LINE = /^(?:[\w$-]+|"[^"\n]+"|'[^'\n]+'):(?:\s|$)/;

/**
 * What is wrong with a text that nobody knows the format of, where that can be told: JSON that is damaged, with its place;
 * JSON whose value nobody can keep; YAML, which no format here is written in.
 *
 * @returns null where it is sound JSON, or nothing that is known
 */
export function damageIn(text: string): Diagnostic | null {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (parsed.ok) return null;
  if (parsed.problem.code !== 'JSON_INVALID') return parsed.problem;
  const start = beginningOf(text);
  if (JSON_START.test(start)) return parsed.problem;
  return isYaml(start) ? yaml() : null;
}

/** The text from its first mark on: comments of JavaScript stand before some JSON, a mark of three dashes before YAML. */
function beginningOf(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimStart();
  for (;;) {
    const end = rest.startsWith('//')
      ? rest.indexOf('\n')
      : rest.startsWith('/*')
        ? rest.indexOf('*/') + 1
        : 0;
    if (end <= 0) return rest;
    rest = rest.slice(end + 1).trimStart();
  }
}

/** Keys at the beginning of lines, one of which is the first that says anything. */
function isYaml(start: string): boolean {
  const lines = start.split('\n', 50).filter((line) => line.trim() !== '' && !/^(?:#|---)/.test(line));
  return (
    YAML_LINE.test(lines[0] ?? '') && lines.every((line) => YAML_LINE.test(line) || /^(?:\s|- )/.test(line))
  );
}

function yaml(): Diagnostic {
  return problem(
    'FORMAT_FOREIGN',
    'This is YAML, which Planloom does not read.',
    'Convert it to JSON, and import that.',
    { line: 1 },
  );
}
