// Answers players whose game is hosted elsewhere: whether its page answers and can be framed. Many ask at once when a game is
// popular, so an answer is kept for a while.
import {
  checkGameAddress,
  type AddressCheckResult,
  type CheckAddressOptions,
} from '#server/games/check-game-address.ts';

export type CheckPage = (address: string) => Promise<AddressCheckResult>;

const keptMs = 30_000;
const maxKept = 1000;

export function createPageCheck(options: CheckAddressOptions, now: () => Date): CheckPage {
  const kept = new Map<string, { readonly at: number; readonly result: Promise<AddressCheckResult> }>();
  return (address) => {
    const at = now().getTime();
    const known = kept.get(address);
    if (known && at - known.at < keptMs) return known.result;
    if (kept.size >= maxKept) kept.clear();
    const result = checkGameAddress(address, options);
    kept.set(address, { at, result });
    return result;
  };
}
