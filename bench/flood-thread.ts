// A worker thread that sends the same requests again and again until it is terminated. It has its own event loop, so
// that it doesn't delay what the main thread measures.
import { parentPort, workerData } from 'node:worker_threads';
import { sendLoad, type LoadRequest } from './load.ts';

for (;;) parentPort?.postMessage(await sendLoad(workerData as LoadRequest), []);
