import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json, JsonObject } from '#base';
import { validateJson } from '#plan';

/** The form of the official JSON Schema Test Suite: groups of a schema and values. */
const GROUPS = z.array(
  z.object({
    description: z.string(),
    schema: z.union([z.boolean(), z.custom<JsonObject>((value) => typeof value === 'object')]),
    tests: z.array(
      z.object({ description: z.string(), data: z.custom<Json>(() => true), valid: z.boolean() }),
    ),
  }),
);

/** One test that came out otherwise than the suite says. */
export interface Miss {
  readonly title: string;
  /** A value was taken that the suite refuses: what must never be. */
  readonly isWronglyAccepted: boolean;
  readonly said: string;
}

export interface Score {
  readonly count: number;
  readonly misses: readonly Miss[];
}

/** Judges all required tests of a draft, in a checkout of the suite. What is optional lies in a folder of its own. */
export function scoreOf(suite: string, draft: string, schemaUri: string): Score {
  const folder = join(suite, 'tests', draft);
  const misses: Miss[] = [];
  let count = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    for (const group of GROUPS.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))) {
      const schema =
        typeof group.schema === 'boolean' ? group.schema : { $schema: schemaUri, ...group.schema };
      for (const test of group.tests) {
        count++;
        const found = validateJson(schema, test.data);
        const isTaken = found.length === 0;
        if (isTaken === test.valid) continue;
        misses.push({
          title: `${file}: ${group.description}: ${test.description}`,
          isWronglyAccepted: isTaken,
          said: found[0]?.message ?? 'taken',
        });
      }
    }
  }
  return { count, misses };
}
