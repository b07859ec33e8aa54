/** How connecting a game to an account ended. The numbers are part of the interface: addresses carry either form. */
export const gameConnectionResults = {
  Created: 0,
  Success: 1,
  FailedGameOfThisTypeAlreadyConnectedToYourAccount: 2,
  FailedThisGameAccountAlreadyConnectedToAnotherAccount: 3,
  FailedTimeout: 4,
  FailedGameOfThisTypeNotConnectedToYourAccount: 5,
  FailedUnknown: 6,
} as const;
