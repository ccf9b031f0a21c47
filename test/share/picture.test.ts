import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Plan, readJson, type Workspace, write } from '#plan';
import { isPng, isSvg, pngWithWorkspace, svgPicture, workspaceInPng, workspaceInSvg } from '#share';
import { plan, workspace } from '../notation/plan';

function pictureOf(one: Workspace, which = 0): string {
  return svgPicture(one.plans[which] as Plan, one).text;
}

const ALL = workspace(
  [
    plan(
      `in n: number
      start: START
      gate: IF n > 1
      both: GROUP ASYNC
        a: CAPABILITY echo
        b: CAPABILITY echo
      think: PLANNER {goal: Weave}
      do: PLAN_EXECUTOR
      e: END
      start -> gate
      gate.then -> both -> think -> do -> e`.replaceAll('\n      ', '\n'),
    ),
    readMachine(),
  ],
  { name: 'Loom & <co> "one"' },
);

function readMachine(): Plan {
  const states = [
    { id: 'idle', on: [{ event: 'go', target: 'busy', when: '1 < 2' }] },
    {
      id: 'busy',
      on: [
        { event: 'stop', target: 'idle' },
        { event: 'again', target: 'busy' },
      ],
    },
    { id: 'done', type: 'final' },
  ];
  const json = {
    format: 'planloom/workspace',
    version: 1,
    id: 'w',
    plans: [{ id: 'm', kind: 'state-machine', initial: 'idle', states }],
  };
  const read = readJson(json);
  const found = read.kind === 'document' ? read.workspace.plans[0] : undefined;
  if (found === undefined) throw new Error('refused');
  return found;
}

describe('S2 a picture with the workspace inside', () => {
  test('SVG: what is inside is the workspace, byte for byte', () => {
    expect(isSvg(pictureOf(ALL))).toBe(true);
    expect(workspaceInSvg(pictureOf(ALL))).toBe(write(ALL));
    expect(workspaceInSvg(pictureOf(ALL, 1))).toBe(write(ALL));
  });

  test('every node and every transition is drawn, with its name', () => {
    const drawn = pictureOf(ALL);
    for (const word of ['Start', 'If', 'n &gt; 1', 'echo', 'Planner', 'Plan executor', 'End'])
      expect(drawn).toContain(`${word}`);
    const machine = pictureOf(ALL, 1);
    for (const word of ['idle', 'busy', 'done', 'stop', 'again']) expect(machine).toContain(word);
    expect(machine.match(/<g data-edge="/g)?.length).toBe(3 + 1);
    expect(machine.match(/<g data-label="/g)?.length).toBe(3);
    expect(drawn).not.toMatch(/NaN|undefined|null/);
  });

  test('T1 there is nothing in it that could run, load or lead elsewhere', () => {
    const hostile = workspace([plan('a: CAPABILITY echo {name: "</text><script>alert(1)</script>"}')], {
      name: '<img src=x onerror=alert(1)>',
    });
    const text = pictureOf(hostile);
    expect(text).not.toMatch(
      /<(script|img|image|use|a|foreignObject|animate)\b|\bon\w+="|href|url\((?!#dots)|@import/i,
    );
    expect(workspaceInSvg(text)).toBe(write(hostile));
  });

  test('equal workspaces give equal bytes; the templates are pictures too', () => {
    expect(pictureOf(ALL)).toBe(pictureOf(ALL));
    for (const name of readdirSync('public/samples').filter((one) => one.endsWith('.planloom.json'))) {
      const read = readJson(JSON.parse(readFileSync(`public/samples/${name}`, 'utf8')));
      if (read.kind !== 'document') throw new Error(name);
      for (const [index] of read.workspace.plans.entries()) {
        const text = pictureOf(read.workspace, index);
        expect(workspaceInSvg(text)).toBe(write(read.workspace));
        expect(text).not.toMatch(/NaN|undefined/);
      }
    }
  });

  test('names of any letters come back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const one = { ...ALL, name };
        const text = pictureOf(one);
        expect(workspaceInSvg(text)).toBe(write(one).replace(/[\ufffe\uffff]/g, '\ufffd'));
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test('PNG: a chunk beside the dots', () => {
    const text = write(ALL);
    const whole = pngWithWorkspace(png(), text);
    expect(isPng(whole)).toBe(true);
    expect(workspaceInPng(whole)).toBe(text);
    expect(Buffer.from(whole).toString('latin1').endsWith('IEND\xaeB`\x82')).toBe(true);
    expect(workspaceInPng(png())).toBeNull();
  });

  test('case A13 a PNG that was cut, changed or made up: no workspace, and no other harm', () => {
    const whole = pngWithWorkspace(png(), write(ALL));
    const changed = whole.slice();
    changed[whole.length - 40] = (changed[whole.length - 40] ?? 0) ^ 1;
    expect(workspaceInPng(changed)).toBeNull();
    for (const length of [0, 8, 20, whole.length - 30])
      expect(workspaceInPng(whole.slice(0, length))).toBeNull();
    const endless = whole.slice();
    new DataView(endless.buffer).setUint32(8, 0xffffffff);
    expect(workspaceInPng(endless)).toBeNull();
    expect(workspaceInSvg('<svg><metadata id="planloom-workspace">{"')).toBeNull();
  });
});

/** One dot, as a browser would write it. */
function png(): Uint8Array {
  const header = Buffer.from('\0\0\0\x01\0\0\0\x01\x08\0\0\0\0', 'latin1');
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = type === 'IEND' ? Buffer.from('\xaeB`\x82', 'latin1') : Buffer.alloc(4);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, crc]);
}
