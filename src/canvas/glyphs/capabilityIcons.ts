import { createContext } from 'react';
import type { DeclaredIcon } from '#picture';

/** The icon that a capability declares, by the capability's id: the app gives it from the catalogue of the open workspace. */
export const DeclaredIcons = createContext<DeclaredIcon>(() => undefined);
