// The result of a sign-in for metrics: from the call's name, the problem, or the error code in the reply. Label values
// come from our own lists, whatever the caller sent.
import { SignInProvider, WebPublishingPlatform } from '#contract/registries.ts';

export interface SignInOutcome {
  readonly way: string;
  readonly outcome: string;
}

export function describeSignInOutcome(
  call: string,
  { body, problem, reply }: { readonly body: unknown; readonly problem?: string | undefined; readonly reply: unknown },
): SignInOutcome | undefined {
  // Runs for every request; most are not sign-ins.
  if (!call.includes('.authenticate')) return undefined;
  const name = call.slice(call.lastIndexOf('.') + 1);
  return { way: wayOf(body) ?? name, outcome: problem ?? refusalOf(reply) ?? 'ok' };
}

const knownWays: readonly string[] = [...SignInProvider.enum, ...WebPublishingPlatform.enum];

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
