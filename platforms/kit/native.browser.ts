import { PlatformError, type AllGroups } from '../port.browser.ts';
import { fieldsOf, type Fields } from './fields.browser.ts';

export interface NativeCalls {
  readonly title: string;
  readonly bridgeMethod: AllGroups['native']['bridgeMethod'];
  /** What is passed on, one word each: what the platform adds later is not. */
  readonly methods: string;
  /** With which all of them begin; the list and the adapter name them without it. */
  readonly prefix?: string;
  readonly call: (name: string, params: Fields) => Promise<unknown>;
}

/** Calls of a game that knows the platform, as far as they are allowed. */
export const createNative = ({
  title,
  bridgeMethod,
  methods,
  prefix = '',
  call,
}: NativeCalls): AllGroups['native'] => ({
  bridgeMethod,
  async send(method, params) {
    const name = method.startsWith(prefix) ? method.slice(prefix.length) : '';
    // Whole words only: nothing is found between two of them.
    if (methods.split(' ').includes(name)) return call(name, fieldsOf(params));
    throw new PlatformError('NotSupported', `${method} is not passed on to ${title}`);
  },
});
