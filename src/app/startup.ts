import { installTrustedTypes } from './trustedTypes';

// Imported before everything else: modules run in the order of their imports, and none may load a script unseen.
installTrustedTypes();
