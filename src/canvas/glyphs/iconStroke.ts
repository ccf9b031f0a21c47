/** Stroke of every icon, in the icon's own 24 px grid (design). */
export const ICON_STROKE = 1.75;
