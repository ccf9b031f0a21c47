import { type Address, isWithin } from '#base';
import type { Names } from '#projection';
import type { StaleBecause } from '#runtime';

/** D11: why the result of a step is stale, in words that end a sentence or are one. */
export function whyStale(address: Address, because: StaleBecause, nameOf: Names): string {
  switch (because.kind) {
    case 'definition':
      return 'its definition has changed';
    case 'settings':
      return 'its definition has changed, but not what it asks: its answer is used again';
    case 'named':
      return `the ${because.what} “${because.name}” has changed`;
    case 'pin':
      return 'it is pinned differently now';
    case 'input':
      return 'its input has changed';
    case 'unreached':
      return 'the run would no longer reach it';
    case 'before': {
      const step = `“${nameOf(because.step)}”`;
      return isWithin(because.step, address)
        ? `${step} in it is called again`
        : `its input may change, because ${step} is called again`;
    }
  }
}
