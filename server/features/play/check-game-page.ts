// Checks whether an externally hosted game responds and can be framed. Results are cached, because many players start a
// popular game at once.
import {
  checkGameAddress,
  type AddressCheckResult,
  type CheckAddressOptions,
} from '#server/games/check-game-address.ts';

export type CheckGamePage = (address: string) => Promise<AddressCheckResult>;

const keptMs = 30_000;
/** Short, so that a retry gets a fresh result. */
const faultKeptMs = 5000;
const maxKept = 1000;

export function createGamePageChecker(options: CheckAddressOptions, now: () => Date): CheckGamePage {
  const kept = new Map<string, { until: number; readonly result: Promise<AddressCheckResult> }>();
  return async (address) => {
    const at = now().getTime();
    const known = kept.get(address);
    if (known && at < known.until) return known.result;
    if (kept.size >= maxKept) kept.clear();
    const asked = { until: at + keptMs, result: checkGameAddress(address, options) };
    kept.set(address, asked);
    const result = await asked.result;
    if (result.state !== 'ok') asked.until = at + faultKeptMs;
    return result;
  };
}
