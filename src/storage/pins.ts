import { isJsonObject, type Json, present } from '#base';
import type { Pin, PinnedEnd, PinnedPlace } from '#kernel';
import type { Settings } from './settings';

/** D10: what is pinned in a workspace. It is kept beside the document, so that no file and no link of that holds it. */
export interface Pins {
  /** In the order in which they count; what is there and is no pin is left out. */
  of(workspace: string): Promise<readonly Pin[]>;
  /** Takes the place of what was pinned there. */
  keep(workspace: string, pins: readonly Pin[]): Promise<void>;
  /** Changes what is pinned as it is then, whatever another tab has done meanwhile. */
  change(workspace: string, change: (pins: readonly Pin[]) => readonly Pin[]): Promise<void>;
}

export function pinsIn(settings: Settings): Pins {
  return {
    of: async (workspace) => readPins(await settings.get(keyOf(workspace))),
    keep: (workspace, pins) => settings.set(keyOf(workspace), pins.map(asJson)),
    change: (workspace, change) =>
      settings.change(keyOf(workspace), (kept) => change(readPins(kept)).map(asJson)),
  };
}

const keyOf = (workspace: string) => `pins.${workspace}`;

function asJson(pin: Pin): Json {
  const end =
    'error' in pin ? { error: { code: pin.error.code, message: pin.error.message } } : { output: pin.output };
  return { ...placeIn(pin), ...end, ...present({ when: pin.when }) };
}

function placeIn(pin: PinnedPlace) {
  if ('capability' in pin) return { capability: pin.capability };
  return { node: pin.node, ...present({ plan: pin.plan }) };
}

function readPins(kept: Json | null): readonly Pin[] {
  return Array.isArray(kept) ? kept.flatMap((one) => readPin(one) ?? []) : [];
}

function readPin(kept: Json): Pin | null {
  if (!isJsonObject(kept)) return null;
  const place = readPlace(kept);
  const end = readEnd(kept);
  if (place === null || end === null) return null;
  return { ...place, ...end, ...(typeof kept.when === 'string' ? { when: kept.when } : {}) };
}

function readPlace({ node, plan, capability }: { readonly [key: string]: Json }): PinnedPlace | null {
  if (typeof capability === 'string') return { capability };
  if (typeof node !== 'string') return null;
  return typeof plan === 'string' ? { node, plan } : { node };
}

function readEnd({ output, error }: { readonly [key: string]: Json }): PinnedEnd | null {
  if (output !== undefined) return { output };
  if (error === undefined || !isJsonObject(error)) return null;
  const { code, message } = error;
  return typeof code === 'string' && typeof message === 'string' ? { error: { code, message } } : null;
}
