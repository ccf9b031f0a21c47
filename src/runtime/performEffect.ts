import type { Fact } from '#kernel';
import { askPlanner, type PlanningSurroundings } from './askPlanner';
import { callCapability, evaluate } from './callCapability';
import type { EffectCommand } from './effectQueue';

/** Carries out one effect; its facts come in order, the one that ends it last. Never throws. */
export async function* performEffect(
  command: EffectCommand,
  around: PlanningSurroundings,
  signal: AbortSignal,
): AsyncGenerator<Fact> {
  switch (command.kind) {
    case 'call':
      yield await callCapability(command, around, signal);
      return;
    case 'observe':
      // L4: an observer changes nothing, whatever becomes of it.
      await callCapability(
        { ...command, effect: 'unknown', idempotent: false, kind: 'call' },
        around,
        signal,
      );
      return;
    case 'evaluate':
      yield await evaluate(command, around, signal);
      return;
    case 'plan':
      yield* askPlanner(command, around, signal);
  }
}
