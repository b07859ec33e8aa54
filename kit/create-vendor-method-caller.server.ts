// For vendors whose API is a set of named methods that are all called the same way, such as Telegram's Bot API and VK.
import type { Static, TSchema } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import { callVendor, type VendorRequest, type VendorReply } from './call-vendor.server.ts';

type MethodQuestion = Omit<VendorRequest<TSchema>, 'subject' | 'answer'>;

export const createVendorMethodCaller =
  <Host extends { readonly fetch: Fetch }, Parameters>(
    describe: (method: string, parameters: Parameters, host: Host) => MethodQuestion,
  ) =>
  async <S extends TSchema>(
    method: string,
    parameters: Parameters,
    answer: S,
    host: Host,
  ): Promise<VendorReply<Static<S>>> =>
    callVendor(host, { ...describe(method, parameters, host), subject: method, answer });
