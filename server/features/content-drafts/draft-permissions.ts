// What a draft of each type of content needs. Prices belong to finance, which changes no other content.
import { permissions, type Permission } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { ContentTypeName } from '#server/features/content/content-place.ts';
import { hasPermission, type OperatorCaller } from '#server/features/operators/operator-caller.ts';

const priceTypes: readonly string[] = ['products', 'rates'] satisfies ContentTypeName[];

export const isPriceType = (type: string): boolean => priceTypes.includes(type);

const otherPermissions: Partial<Record<ContentTypeName, Permission>> = {
  document: 'documents.change',
  news: 'news.change',
  game: 'games.configure',
  words: 'moderation.change',
};

export function listDraftPermissions(type: string): readonly Permission[] {
  if (isPriceType(type)) return ['products.change'];
  const own = otherPermissions[type as ContentTypeName];
  return own === undefined ? ['content.change'] : ['content.change', own];
}

export const mayChangeDrafts = (operator: OperatorCaller, type: string): boolean =>
  listDraftPermissions(type).every((needed) => hasPermission(operator, needed));

export function requireMayChange(operator: OperatorCaller, type: string): void {
  const missing = listDraftPermissions(type).find((needed) => !hasPermission(operator, needed));
  if (missing !== undefined)
    throw new Problem('Forbidden', `${operator.name} lacks the permission ${missing}: ${permissions[missing]}.`);
}

/** The types whose drafts the operator may read. Undefined: all. */
export const listReadableTypes = (operator: OperatorCaller): readonly string[] | undefined =>
  hasPermission(operator, 'content.read') ? undefined : priceTypes;

export function requireMayRead(operator: OperatorCaller, type: string): void {
  if (listReadableTypes(operator)?.includes(type) === false)
    throw new Problem(
      'Forbidden',
      `${operator.name} lacks the permission content.read: ${permissions['content.read']}.`,
    );
}
