// Loaded into the server by scripts/start.mjs: should the starter be killed outright, its end of the channel closes, and
// the server stops as cleanly as if it had been asked to.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep the server alive.
  process.channel.unref();
}
