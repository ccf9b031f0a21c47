import 'react';

// Custom properties carry computed places and sizes from data to the style sheets.
declare module 'react' {
  interface CSSProperties {
    readonly [property: `--${string}`]: string | number | undefined;
  }
}
