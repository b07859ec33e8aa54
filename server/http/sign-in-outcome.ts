// How a sign-in ended, for the metrics: by the name of the call, the problem that was answered, or the word of a reply that is
// itself a refusal. Only words from lists of ours come out of it, whatever a caller has sent.
import { SignInProvider, WebPublishingPlatform } from '#contract/registries.ts';

export interface SignInOutcome {
  readonly way: string;
  readonly outcome: string;
}

/** Undefined: the call signs nobody in. */
export function describeSignIn(
  call: string,
  { body, problem, reply }: { readonly body: unknown; readonly problem?: string | undefined; readonly reply: unknown },
): SignInOutcome | undefined {
  // This is asked about every request, and most sign nobody in.
  if (!call.includes('.authenticate')) return undefined;
  const name = call.slice(call.lastIndexOf('.') + 1);
  return { way: wayOf(body) ?? name, outcome: problem ?? refusalOf(reply) ?? 'ok' };
}

const knownWays: readonly string[] = [...SignInProvider.enum, ...WebPublishingPlatform.enum];

/** What the caller says he signs in with, if it is one of the ways that there are. */
function wayOf(body: unknown): string | undefined {
  const { AuthenticationType, Social } = (body ?? {}) as { AuthenticationType?: unknown; Social?: unknown };
  return knownWays.find((way) => way === AuthenticationType || way === Social);
}

const refusals = ['NeedsEmailConfirmation', 'NeedsTransfer', 'Refused'] as const;

function refusalOf(reply: unknown): string | undefined {
  const { Success, Confirmation, State, IsConnected } = (reply ?? {}) as Readonly<Record<string, unknown>>;
  if (Success === false) return Confirmation === undefined ? 'Refused' : 'NeedsConfirmation';
  if (IsConnected === false) return 'NotConnected';
  return refusals.find((state) => state === State);
}
