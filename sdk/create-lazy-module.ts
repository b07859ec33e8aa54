import { SdkError } from './sdk-error.ts';

type AsyncMethods<M> = { [K in keyof M]: (...args: never[]) => Promise<unknown> };

/** A module of the SDK whose code is loaded with its first call. After a failure the next call loads it again. */
export function createLazyModule<M extends AsyncMethods<M>>(
  names: readonly (keyof M & string)[],
  load: () => Promise<M>,
): M {
  let loading: Promise<M> | undefined;
  const module: Record<string, unknown> = {};
  for (const name of names)
    module[name] = async (...args: never[]) => {
      const loaded = await (loading ??= load()).catch((error: Error) => {
        loading = undefined;
        throw new SdkError('Unknown', name, error.message, error);
      });
      return loaded[name](...args);
    };
  return module as M;
}
