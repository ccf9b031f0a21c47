import { createContext, type ReactNode } from 'react';
import type { Diagnostic } from '#base';

/** What can be done about a problem where it is told: given by what knows the document; null is nothing. */
export const ProblemActions = createContext<((problem: Diagnostic) => ReactNode) | null>(null);

/** How a sentence of a problem is said: given by what knows the names in it; as it stands by default. */
export const ProblemWords = createContext<(text: string, problem: Diagnostic) => string>((text) => text);
