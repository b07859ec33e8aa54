// What an operator must be allowed to do for a call. Closed unless opened: a call without a permission refuses everyone.
import { Problem } from '#model/problem.ts';
import type { Route } from '#model/route.ts';
import { hasPermission, mayUseGame, type OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { ReadGameNameParameters } from './game-name-parameters.ts';

export function findOperatorRefusal(declared: Route, operator: OperatorCaller): Problem | undefined {
  const { permission } = declared;
  if (permission === undefined || !hasPermission(operator, permission))
    return new Problem('Forbidden', `${operator.name} lacks the permission ${namePermission(permission)}.`);
  return declared.stepUp && !operator.hasSteppedUp ? new Problem('StepUpRequired') : undefined;
}

function namePermission(permission: Route['permission']): string {
  if (permission === undefined) return 'for this call';
  return typeof permission === 'string' ? permission : permission.join(' or ');
}

/** Operators of a studio name one of their games. Other games don't exist for them. */
export function requireOwnGames(
  operator: OperatorCaller,
  { limitsToGames }: Pick<Route, 'limitsToGames'>,
  named: ReturnType<ReadGameNameParameters>,
): void {
  if (operator.games === undefined) return;
  const games = named.flatMap(({ game }) => game ?? []);
  if (games.some((game) => !mayUseGame(operator, game))) throw new Problem('UnknownGame');
  if (games.length === 0 && !limitsToGames)
    throw new Problem('Forbidden', 'Operators of a studio can make this call only for a game of theirs.');
}
