import { readOptions } from '../kit/read-options.browser.ts';
import type { GdGlobals, GdOptions } from './vendor-types.ts';

export interface GdSettings {
  readonly options: GdOptions;
  /** The vendor would cover the game with a start screen and show an ad. The game may wait for its end. */
  readonly hasStartScreen: boolean;
}

export function readSettings({ GD_OPTIONS, gdApi }: GdGlobals): GdSettings {
  if (typeof GD_OPTIONS === 'object') {
    const options = readOptions<GdOptions>(GD_OPTIONS);
    return { options, hasStartScreen: readOptions(options.advertisementSettings).autoplay === true };
  }
  const queued = gdApi && 'q' in gdApi ? gdApi.q?.[0]?.[0] : undefined;
  const options = readOptions<GdOptions>(queued as GdOptions | undefined);
  const { autoplay } = readOptions(options.advertisementSettings);
  return { options, hasStartScreen: queued !== undefined && autoplay !== false };
}
