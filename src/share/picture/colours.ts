/** The light theme of the design, written out: a picture has no style sheet but its own. */
export const COLOURS = {
  paper: '#f7f6f3',
  surface: '#ffffff',
  sunken: '#f1efea',
  border: '#cfcbc0',
  edge: '#949086',
  ink: '#1d1f24',
  ink2: '#565b66',
  accent: '#4453d6',
  ok: '#1f7a4d',
  run: '#2563c9',
  wait: '#855608',
  plan: '#6b4bc4',
  note: '#fbf0d9',
  noteBorder: '#e6d3a3',
} as const;
