/**
 * The results of connecting a game to an account. The specification fixes the numbers; URLs contain the name or the
 * number.
 */
export const gameConnectionResults = {
  Created: 0,
  Success: 1,
  FailedGameOfThisTypeAlreadyConnectedToYourAccount: 2,
  FailedThisGameAccountAlreadyConnectedToAnotherAccount: 3,
  FailedTimeout: 4,
  FailedGameOfThisTypeNotConnectedToYourAccount: 5,
  FailedUnknown: 6,
} as const;
