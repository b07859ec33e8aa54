import type { Static } from 'typebox';
import type { ConsoleSession } from '#contract/console/session.ts';
import { rolePermissions } from '#model/operator.ts';
import type { OperatorSession } from './operator-sessions.ts';

export interface ConsolePlace {
  readonly portalUrl: URL;
  readonly readPortalName: () => Promise<string>;
  readonly isLab: boolean;
}

/** What the console's page gets to know about the session. */
export async function describeConsoleSession(
  session: OperatorSession | undefined,
  { portalUrl, readPortalName, isLab }: ConsolePlace,
): Promise<Static<typeof ConsoleSession>> {
  return {
    Stage: stageOf(session),
    // Before the second factor nobody gets to know anything about the operator.
    ...(session?.isComplete && { Operator: describeOperator(session), ExpiresAt: session.expiresAt.toISOString() }),
    HasPasskey: session?.hasPasskey ?? false,
    HasAuthenticatorApp: session?.hasAuthenticatorApp ?? false,
    PortalUrl: portalUrl.href,
    PortalName: await readPortalName(),
    IsLab: isLab,
  };
}

function stageOf(session: OperatorSession | undefined): Static<typeof ConsoleSession>['Stage'] {
  if (!session) return 'SignedOut';
  if (session.isComplete) return 'SignedIn';
  return session.hasPasskey || session.hasAuthenticatorApp ? 'SecondFactor' : 'AddSecondFactor';
}

const describeOperator = ({ operatorId, email, name, role, studio, games }: OperatorSession) => ({
  OperatorId: operatorId,
  Email: email,
  Name: name,
  Role: role,
  Permissions: [...rolePermissions[role]],
  ...(studio && { Studio: { Id: studio.studio, Name: studio.name, IsTrusted: studio.isTrusted } }),
  ...(games && { Games: [...games] }),
});
