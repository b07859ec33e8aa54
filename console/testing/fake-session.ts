import { rolePermissions, type OperatorRole } from '#model/operator.ts';
import type { Session } from '#console/session.ts';

export function fakeSession(role: OperatorRole, stage: Session['Stage'] = 'SignedIn'): Session {
  return {
    Stage: stage,
    ...(stage !== 'SignedOut' && {
      Operator: {
        OperatorId: '00000000-0000-4000-8000-000000000001',
        Email: 'ann@portal.example',
        Name: 'Ann',
        Role: role,
        Permissions: [...rolePermissions[role]],
      },
    }),
    HasPasskey: false,
    HasAuthenticatorApp: true,
    PortalUrl: 'https://play.example',
    PortalName: 'Play',
    IsLab: false,
  };
}
