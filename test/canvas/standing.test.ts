import { describe, expect, it } from 'vitest';
import {
  type FittedView,
  isSameRoom,
  isStillFitted,
  movedDown,
  stoodBefore,
} from '../../src/canvas/state/standing';

const ROOM = { top: 100, width: 800 };
const VIEW = { x: 40, y: 60, zoom: 0.8 };
const MOVED = { ...VIEW, y: -20 };
const FITTED: FittedView = { ...VIEW, aim: 'whole' };

describe('D4 a view whose room changes', () => {
  it('is kept as it stood, with whether it was fitted', () => {
    const stood = stoodBefore({ view: VIEW, room: ROOM, fitted: FITTED, stood: null });
    expect(stood).toEqual({ view: VIEW, room: ROOM, fitted: FITTED, now: VIEW });
    expect(stoodBefore({ view: MOVED, room: ROOM, fitted: FITTED, stood: null }).fitted).toBeNull();
  });

  it('stood before all that it has given way to, until somebody moves it', () => {
    const first = { view: VIEW, room: ROOM, fitted: FITTED, now: MOVED };
    const later = { room: { top: 180, width: 800 }, fitted: null, stood: first };
    expect(stoodBefore({ ...later, view: MOVED })).toBe(first);
    const byHand = { ...MOVED, x: 300 };
    expect(stoodBefore({ ...later, view: byHand })).toMatchObject({ view: byHand, room: later.room });
  });

  it('that was fitted is so until somebody moves it, however it has given way', () => {
    const stood = { view: VIEW, room: ROOM, fitted: FITTED, now: MOVED };
    expect(isStillFitted({ view: VIEW, fitted: FITTED, stood: null })).toBe(true);
    expect(isStillFitted({ view: MOVED, fitted: FITTED, stood })).toBe(true);
    expect(isStillFitted({ view: MOVED, fitted: FITTED, stood: null })).toBe(false);
    expect(isStillFitted({ view: MOVED, fitted: null, stood: { ...stood, fitted: null } })).toBe(false);
    expect(isStillFitted({ view: { ...MOVED, zoom: 0.9 }, fitted: FITTED, stood })).toBe(false);
  });

  it('keeps what is shown where it is on the screen; a fraction of a pixel is the same room', () => {
    expect(movedDown(VIEW, ROOM, 180)).toEqual({ ...VIEW, y: -20 });
    expect(isSameRoom(ROOM, { top: 100.4, width: 800 })).toBe(true);
    expect(isSameRoom(ROOM, { top: 100, width: 790 })).toBe(false);
  });
});
