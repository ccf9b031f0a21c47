// The entry of the worker in which steps over tables by reference are worked on (V6, I4).
import type { ToDesk } from './messages';
import { stepDesk } from './stepDesk';

const hear = stepDesk((message, transfer) => postMessage(message, { transfer }));
addEventListener('message', ({ data }: MessageEvent<ToDesk>) => void hear(data));
