import { PlatformError, type AllCapabilities } from '../port.browser.ts';
import { readUntrustedFields, type UntrustedFields } from './fields.browser.ts';

interface NativeCallOptions {
  readonly title: string;
  readonly bridgeMethod: AllCapabilities['native']['bridgeMethod'];
  /** Allowed methods, separated by spaces. Methods that the platform adds later are not passed on. */
  readonly methods: string;
  /** The prefix of all method names. `methods` and `call` omit it. */
  readonly prefix?: string;
  readonly call: (name: string, params: UntrustedFields) => Promise<unknown>;
}

/** Passes on allowed calls from games that use the platform's own API. */
export const createNativeCapability = ({
  title,
  bridgeMethod,
  methods,
  prefix = '',
  call,
}: NativeCallOptions): AllCapabilities['native'] => ({
  bridgeMethod,
  async send(method, params) {
    const name = method.startsWith(prefix) ? method.slice(prefix.length) : '';
    // Not a substring search: it would match across two names.
    if (methods.split(' ').includes(name)) return call(name, readUntrustedFields(params));
    throw new PlatformError('NotSupported', `${method} is not passed on to ${title}`);
  },
});
