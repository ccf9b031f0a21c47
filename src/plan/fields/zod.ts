import { z } from 'zod';

// zod probes `new Function` once unless told not to, and every load would file a violation of the CSP (T3).
z.config({ jitless: true });

export { z };
