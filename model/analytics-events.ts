/**
 * The analytics events that the portal itself sends, and their numbers. A number is in stored events for ever: a new event
 * takes a new one, and none is ever changed or used again.
 */
export const analyticsEvents = {
  /** Of a download: S1 the game, S2 the branch, I1 the number of the build. The first two are counted here, the others by the launcher. */
  DownloadRequested: 1001,
  DownloadStarted: 1002,
  DownloadCompleted: 1003,
  DownloadFailed: 1004,
  /** S1 the game, S2 the type of the identity. */
  ExternalIdAuthenticated: 1101,
  /** S1 the game that was started in it. */
  LauncherStarted: 1201,
  /** S1 the game, S2 the product, I1 and I2 the numbers of the status before and after. */
  OrderStateChanged: 1301,
  SocialIdentifierAdded: 1401,
  UserReviewed: 1501,
  PersonalInfoFormShown: 1601,
  PersonalInfoFormAutofilled: 1602,
  /** I1 is 1 when the buyer does not want to be asked again. */
  PersonalInfoFormSubmitted: 1603,
  BankCardFormShown: 1701,
  BankCardFormCardClicked: 1702,
  BankCardFormFpsClicked: 1703,
  BankCardFormCardSubmitted: 1704,
  BankCardFormFpsSubmitted: 1705,
  BankCardFormFpsDataReceived: 1706,
  BankCardFormFpsDataError: 1707,
  BankCardFormCardSuccess: 1708,
  BankCardFormCardCancelled: 1709,
  BankCardFormFpsSuccess: 1710,
  /** S1 the game, J1 the properties that it gave. */
  GameStatsInitialized: 1801,
  /** Whatever a game counts: S1 the game, S2 the name, the other columns as the game or its analytics sections fill them. */
  GameStat: 1802,
  /** S1 the game, S2 the platform, S3 video or interstitial, S4 the game's name for the place, S5 how it ended. */
  AdEnded: 1901,
} as const;

/** What the portal's own envelopes say of themselves. */
export const analyticsPlatform = 24;
export const analyticsBuildId = 190;

/** As many errors of a game one report counts. Whoever has more to tell says no more than that something is wrong. */
export const maxBridgeErrors = 100;
