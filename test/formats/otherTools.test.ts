import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json } from '#base';
import { refuseOtherTool } from '#formats';
import { planloom, scratch } from '../cli/notation';
import { HARBOUR, OBSERVATORY } from './engine/configurations';
import { ORCHARD } from './olo/orchard';
import { MACHINES } from './xstate/machines';

const FILES: readonly (readonly [is: string, file: Json | string])[] = [
  ['n8n', { name: 'Mail', nodes: [{ type: 'n8n-nodes-base.webhook', parameters: {} }], connections: {} }],
  ['n8n', { nodes: [], connections: {}, settings: {} }],
  [
    'Langflow',
    { data: { nodes: [{ id: 'a', data: {} }], edges: [{ source: 'a', target: 'b' }] }, name: 'x' },
  ],
  ['Flowise', { nodes: [{ id: 'a', type: 'customNode', data: {} }], edges: [] }],
  ['ComfyUI', { last_node_id: 3, nodes: [], links: [] }],
  ['ComfyUI', { '3': { class_type: 'KSampler', inputs: {} } }],
  ['Amazon States Language', { Comment: 'c', StartAt: 'A', States: { A: { Type: 'Pass', End: true } } }],
  [
    'Azure Logic Apps',
    {
      definition: {
        $schema: 'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/x#',
        actions: {},
      },
    },
  ],
  ['Serverless Workflow', { id: 'x', specVersion: '0.8', start: 'a', states: [] }],
  ['Serverless Workflow', 'document:\n  dsl: 1.0.0\ndo:\n  - greet:\n      set: {a: 1}\n'],
  ['Make', { name: 'x', flow: [{ id: 1, module: 'http:Get', mapper: {} }], metadata: {} }],
  ['Node-RED', [{ id: 'a', type: 'inject', z: 't', wires: [['b']] }]],
  [
    'LangGraph',
    { nodes: [{ id: '__start__', type: 'schema' }], edges: [{ source: '__start__', target: 'a' }] },
  ],
  ['Windmill', { summary: 's', value: { modules: [{ id: 'a', value: {} }] }, schema: {} }],
  ['OpenAPI', { openapi: '3.1.0', info: {}, paths: {} }],
  ['MCP', { mcpServers: { files: { command: 'x' } } }],
  ['Excalidraw', { type: 'excalidraw', elements: [] }],
  [
    'BPMN',
    '<?xml version="1.0"?><bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"/>',
  ],
  ['SCXML', '<scxml xmlns="http://www.w3.org/2005/07/scxml" initial="a"><state id="a"/></scxml>'],
  ['draw.io', '<mxfile host="x"><diagram/></mxfile>'],
  ['Mermaid', 'stateDiagram-v2\n  [*] --> a\n'],
  ['Mermaid', '%% a comment\nflowchart LR\n  a --> b\n'],
  ['Mermaid', '---\ntitle: t\n---\ngraph TD\n  a --> b\n'],
  ['PlantUML', '@startuml\n[*] --> a\n@enduml\n'],
  ['Graphviz', 'digraph g { a -> b }'],
  ['Dify', 'app:\n  mode: workflow\nkind: app\nworkflow:\n  graph: {}\n'],
  ['Rivet', 'version: 4\ndata:\n  attachedData: {}\n  graphs:\n    x:\n      nodes: {}\n'],
  ['GitHub Actions', 'name: CI\non: [push]\njobs:\n  a:\n    runs-on: x\n'],
  ['Argo', 'apiVersion: argoproj.io/v1alpha1\nkind: Workflow\n'],
  ['Kubernetes', 'apiVersion: v1\nkind: Pod\n'],
  ['Google Cloud', 'main:\n  params: [x]\n  steps:\n    - a:\n        return: 1\n'],
  ['GitLab', 'stages:\n  - test\njob:\n  script:\n    - make\n'],
  ['Common Workflow Language', 'cwlVersion: v1.2\nclass: Workflow\n'],
  ['CrewAI', 'researcher:\n  role: r\n  goal: g\n  backstory: b\n'],
  ['Airflow', 'from airflow import DAG\nwith DAG("x"):\n  pass\n'],
];

const textOf = (file: Json | string): string => (typeof file === 'string' ? file : JSON.stringify(file));

describe('S3 files of tools that Planloom does not read', () => {
  const files = scratch();

  test.each(FILES)('fault F9 %s is named, with what can be done', (is, file) => {
    const refused = refuseOtherTool(textOf(file));
    expect(refused?.code).toBe('FORMAT_FOREIGN');
    expect(refused?.message).toContain(is);
    expect(refused?.help).toMatch(/\w{3,}.*\.$/);
  });

  test('fault F9 H1 import says it whatever --from says, and makes nothing of it', async () => {
    const file = files.file('asl.json', textOf(FILES[6]?.[1] ?? ''));
    for (const from of [[], ['--from', 'xstate'], ['--from', 'olo']]) {
      const ran = await planloom(['import', file, ...from]);
      expect(ran).toMatchObject({ exit: 2, json: { ok: false, diagnostics: [{ code: 'FORMAT_FOREIGN' }] } });
      expect(ran.stderr).toContain('Amazon States Language');
    }
  });

  test('fault F9 no file that Planloom reads is taken for another tool’s', () => {
    const read: readonly Json[] = [
      HARBOUR,
      OBSERVATORY,
      ORCHARD,
      ...Object.values(MACHINES),
      { nodes: { a: { id: 'a', type: 'tool', toolId: 'x' } }, edges: { a: ['b'] } },
      { nodes: [{ id: 'a', type: 'tool', toolId: 'x' }] },
      { planId: 'p', steps: [{ id: 'a', type: 'tool', toolId: 'x' }] },
      [{ goal: 'g', primary_tools: ['t'], success_criteria: 's' }],
      [{ toolId: 'A', input: { prompt: 'p' } }],
      { id: 'm', initial: 'a', states: { a: {}, jobs: {} } },
    ];
    for (const file of read) expect(refuseOtherTool(JSON.stringify(file))).toBeNull();
    const folder = 'public/samples';
    for (const name of readdirSync(folder))
      expect(refuseOtherTool(readFileSync(`${folder}/${name}`, 'utf8'))).toBeNull();
    expect(
      refuseOtherTool("import { createMachine } from 'xstate';\nexport const m = createMachine({});"),
    ).toBeNull();
  });
});
