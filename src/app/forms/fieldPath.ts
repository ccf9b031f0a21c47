import { createContext, useContext } from 'react';
import { escapePointer } from '#base';

/** Where a field stands among all fields of the page: workspace, node, then its path. Empty: nowhere in particular. */
export const FieldPathContext = createContext('');

export function useFieldPath(): string {
  return useContext(FieldPathContext);
}

/** The path of a field inside another; a form that stands nowhere has no fields that stand somewhere. */
export function pathInside(path: string, name: string | number): string {
  return path === '' ? '' : `${path}/${escapePointer(String(name))}`;
}
