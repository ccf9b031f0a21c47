import './startup';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './theme/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { followHistory } from './state/address';
import { watchUnexpected } from './surfaces/Surface';
import { followSystemTheme } from './theme/theme';

const root = document.getElementById('root');
// A page that another site has framed could be clicked unseen (case B6). `public/boot.js` says so in its place.
if (root && window.top === window.self) {
  followSystemTheme();
  followHistory();
  watchUnexpected();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
