import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/**
 * Where a panel stands at a desk: a tab of the left panel, a section under those tabs, a tab under the canvas, at a place of
 * its own (`fixed`: the shell puts it there), or nowhere (`none`: it is of a hand alone).
 */
export type PanelPlace = 'left' | 'section' | 'dock' | 'fixed' | 'none';

/**
 * Every panel, with where it stands at a desk. It is filled by the features, each in its own `panels.ts`, as dialogs are:
 *
 *     declare module '../state/panels' {
 *       interface Panels {
 *         costs: 'dock';
 *       }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface Panels {}

export type PanelId = keyof Panels;

/** The panels that stand at one place. */
export type PanelAt<At extends PanelPlace> = {
  readonly [Id in PanelId]: Panels[Id] extends At ? Id : never;
}[PanelId];

/** How a panel is reached in a hand: by a tab, by the menu, or by what opens it as a dialog. */
export type InHand =
  | {
      readonly at: 'tab';
      readonly icon: LucideIcon;
      /** The one kind of plan that it is about; without it, both. */
      readonly of?: 'plan' | 'machine';
    }
  | { readonly at: 'menu'; readonly icon: LucideIcon }
  | { readonly at: 'dialog'; readonly title?: string };

/** What every panel gets. */
export interface PanelProps {
  /** It is shown in a hand: one thing at a time. */
  readonly inHand: boolean;
}

/** What the shell, at a desk and in a hand, knows of a panel. */
export interface PanelEntry<At extends PanelPlace = PanelPlace> {
  /** What its tab says, and what it is called where it cannot be shown. */
  readonly name: string;
  readonly at: At;
  readonly Panel: ComponentType<PanelProps>;
  /** Drawn at the end of the row of tabs while it is open; in a hand, below it. */
  readonly Tools?: ComponentType;
  /** A hook: how much of what it holds wants attention, which its tab says. */
  readonly useCount?: () => number;
  /** The least height of a dock that shows it, in CSS pixels. */
  readonly height?: number;
  /** Without it there is none in a hand. */
  readonly hand?: InHand;
}

/** The panels of a feature, in the order in which they stand at their places. */
export type PanelTable<Id extends PanelId = PanelId> = {
  readonly [Each in Id]: PanelEntry<Panels[Each]>;
};
