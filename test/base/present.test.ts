import { describe, expect, test } from 'vitest';
import { filled, present } from '#base';

describe('V4 fields of an object that are given', () => {
  test('present leaves out what is undefined, and nothing else', () => {
    const given = present({
      none: undefined,
      nothing: null,
      zero: 0,
      no: false,
      text: '',
      list: [],
      map: {},
    });
    expect(Object.entries(given)).toEqual([
      ['nothing', null],
      ['zero', 0],
      ['no', false],
      ['text', ''],
      ['list', []],
      ['map', {}],
    ]);
  });

  test('filled leaves out lists and objects that are empty, too', () => {
    const given = filled({
      none: undefined,
      nothing: null,
      text: '',
      list: [],
      map: {},
      item: [0],
      key: { a: 1 },
    });
    expect(given).toEqual({ nothing: null, text: '', item: [0], key: { a: 1 } });
    expect(Object.keys(given)).not.toContain('none');
  });

  test('case C1 a field that is called __proto__ is a field', () => {
    const given = present(JSON.parse('{"__proto__": {"polluted": true}}') as object);
    expect(Object.keys(given)).toEqual(['__proto__']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
