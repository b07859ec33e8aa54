// A vendor's API that is a set of named methods, each asked in the same way: the Bot API of Telegram, VK's, and others of their kind.
import type { Static, TSchema } from 'typebox';
import type { Fetch } from '#model/fetch.server.ts';
import { callVendor, type VendorRequest, type VendorReply } from './ask-vendor.server.ts';

type MethodQuestion = Omit<VendorRequest<TSchema>, 'subject' | 'answer'>;

/** @param describe how a method is asked with its parameters */
export const defineMethods =
  <Host extends { readonly fetch: Fetch }, Parameters>(
    describe: (method: string, parameters: Parameters, host: Host) => MethodQuestion,
  ) =>
  /** As `callVendor`. */
  async <S extends TSchema>(
    method: string,
    parameters: Parameters,
    answer: S,
    host: Host,
  ): Promise<VendorReply<Static<S>>> =>
    callVendor(host, { ...describe(method, parameters, host), subject: method, answer });
