// Loaded into servers by `--import`: if the command that started the server is killed, the server stops cleanly.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // The channel alone must not keep the server alive.
  process.channel.unref();
}
