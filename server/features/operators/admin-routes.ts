// Operators, their keys, and studios, as owners manage them in the console.
import type { Static } from 'typebox';
import type { OperatorInfo, StudioInfo } from '#contract/console/operators.ts';
import { expandPermissions, permissionsOfKeys } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { listOperators, type ListedOperator } from './list-operators.ts';
import { changeOperator, inviteOperator, removeOperator, resetSecondFactor } from './manage-operators.ts';
import type { OperatorLinkDeps } from './operator-links.ts';
import { listStudios, saveStudio, type Studio } from './studios.ts';

export interface OperatorAdminDeps extends OperatorLinkDeps {
  readonly database: Database;
}

export function createOperatorAdminRoutes(deps: OperatorAdminDeps): AreaHandlers<'operatorAdmin'> {
  const { database } = deps;
  const { kysely } = database;
  return {
    list: async () => {
      const [operators, studios, keys] = await Promise.all([
        listOperators(kysely),
        listStudios(kysely),
        kysely
          .selectFrom('operator_keys')
          .select(['key_id', 'name', 'scopes', 'created_at', 'last_used_at'])
          .where('revoked_at', 'is', null)
          .orderBy('created_at')
          .execute(),
      ]);
      return {
        Operators: operators.map(describeOperator),
        Studios: studios.map(describeStudio),
        Keys: keys.map(({ key_id, name, scopes, created_at, last_used_at }) => ({
          KeyId: key_id,
          Name: name,
          Permissions: expandPermissions(scopes),
          CreatedAt: created_at.toISOString(),
          ...(last_used_at && { LastUsedAt: last_used_at.toISOString() }),
        })),
      };
    },
    invite: async ({ body, operator, audit, caller }) => {
      const { network, locale } = caller();
      const invitation = {
        email: body.Email,
        name: body.Name,
        role: body.Role,
        studio: body.Studio,
        invitedBy: operator.name,
        network,
        locale,
        reason: body.Reason,
      };
      const { operatorId } = await database.transaction((trx) => inviteOperator(trx, invitation, audit.change, deps));
      return readOperator(database, operatorId);
    },
    change: async ({ body, audit }) => {
      const { OperatorId: operatorId, Name: name, Role: role, Studio: studio, Reason: reason } = body;
      const change = { operatorId, name, role, studio, reason };
      if (!(await database.transaction((trx) => changeOperator(trx, change, audit.change)))) audit.noChange();
      return readOperator(database, operatorId);
    },
    remove: async ({ body: { OperatorId: operatorId, Reason: reason }, audit }) => {
      await database.transaction((trx) => removeOperator(trx, { operatorId, reason }, audit.change));
      return { Success: true };
    },
    resetSecondFactor: async ({ body: { OperatorId: operatorId, Reason: reason }, audit }) => {
      await database.transaction((trx) => resetSecondFactor(trx, { operatorId, reason }, audit.change));
      return { Success: true };
    },
    saveStudio: async ({ body, audit }) => {
      const { Studio: studio, Name: name, IsTrusted: isTrusted, Games: games, Reason: reason } = body;
      const change = { studio, name, isTrusted, games, reason };
      if (!(await database.transaction((trx) => saveStudio(trx, change, audit.change)))) audit.noChange();
      const saved = (await listStudios(kysely)).find((each) => each.studio === studio);
      if (!saved) throw new Problem('Conflict');
      return describeStudio(saved);
    },
    createKey: async ({ body, audit }) => {
      const refused = body.Permissions.find((each) => !permissionsOfKeys.includes(each));
      if (refused !== undefined)
        throw new Problem('InvalidRequest', `A key can't have the permission ${refused}.`, {
          fields: { Permissions: `can't be ${refused}` },
        });
      const permissions = expandPermissions(body.Permissions);
      try {
        const key = await database.transaction(async (trx) => {
          const created = await createOperatorKeys({ kysely: trx }).create(body.Name, permissions);
          await audit.change(trx, {
            object: { kind: 'operator-key', id: created.split('_')[1] ?? '' },
            after: { Name: body.Name, Permissions: permissions },
            reason: body.Reason,
          });
          return created;
        });
        return { Key: key };
      } catch (error) {
        if (isUniqueViolation(error))
          throw new Problem('Conflict', `There is a key "${body.Name}" already.`, { cause: error });
        throw error;
      }
    },
    revokeKey: async ({ body: { KeyId: keyId, Reason: reason }, audit }) => {
      await database.transaction(async (trx) => {
        if (!(await createOperatorKeys({ kysely: trx }).revoke(keyId)))
          throw new Problem('NotFound', `There is no active key ${keyId}.`);
        await audit.change(trx, {
          object: { kind: 'operator-key', id: keyId },
          before: { IsActive: true },
          after: { IsActive: false },
          reason,
        });
      });
      return { Success: true };
    },
  };
}

async function readOperator({ kysely }: Database, operatorId: string): Promise<Static<typeof OperatorInfo>> {
  const [row] = await listOperators(kysely, operatorId);
  if (!row) throw new Problem('NotFound', 'The operator was removed in the meantime.');
  return describeOperator(row);
}

const describeOperator = (row: ListedOperator): Static<typeof OperatorInfo> => ({
  OperatorId: row.operatorId,
  Email: row.email,
  Name: row.name,
  Role: row.role,
  ...(row.studio !== null && { Studio: row.studio }),
  HasSecondFactor: row.hasSecondFactor,
  InvitedBy: row.invitedBy,
  CreatedAt: row.createdAt.toISOString(),
  ...(row.lastSeenAt && { LastSeenAt: row.lastSeenAt.toISOString() }),
});

const describeStudio = ({ studio, name, isTrusted, games, createdAt }: Studio): Static<typeof StudioInfo> => ({
  Studio: studio,
  Name: name,
  IsTrusted: isTrusted,
  Games: [...games],
  CreatedAt: createdAt.toISOString(),
});
