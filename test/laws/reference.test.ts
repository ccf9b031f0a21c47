import { test } from 'vitest';
import { check, readJson } from '#plan';
import { catalogue } from '../notation/catalogue';
import { disagreement, holdsFor } from './agreement';
import { lawTimeout } from './law';
import { toPlan } from './virtualRun';

test(
  'every random plan passes check',
  () => {
    holdsFor(({ plans, features }) => {
      const read = readJson({
        format: 'planloom/workspace',
        version: 1,
        id: 'laws',
        features: JSON.parse(JSON.stringify(features)),
        plans: JSON.parse(JSON.stringify(plans.map(toPlan))),
      });
      if (read.kind !== 'document') return read.diagnostics.map(({ message }) => message).join('\n');
      const found = check(read.workspace, catalogue('echo')).filter(({ severity }) => severity === 'error');
      return found.length === 0 ? null : found.map(({ code, message }) => `${code} ${message}`).join('\n');
    });
  },
  lawTimeout(),
);

test(
  'R1–R23 L2 L9 V1 kernel and reference interpreter agree: statuses, outputs, variables, order and times',
  () => {
    holdsFor(disagreement);
  },
  lawTimeout(),
);
