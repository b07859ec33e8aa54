/** The portal's own analytics events. Stored events contain the numbers, so a number is never changed or reused. */
export const analyticsEventIds = {
  /**
   * Downloads. S1: game, S2: release channel, I1: build number, S3: operating system, S4: why it failed. The server
   * records them: a launcher reports its result, and an installer is complete once the portal has sent all of it.
   */
  DownloadRequested: 1001,
  DownloadStarted: 1002,
  DownloadCompleted: 1003,
  DownloadFailed: 1004,
  /** S1: game, S2: identity type. */
  ExternalIdAuthenticated: 1101,
  /** S1: the game that was started in the launcher. */
  LauncherStarted: 1201,
  /** S1: game, S2: product, I1 and I2: status number before and after. */
  OrderStateChanged: 1301,
  SocialIdentifierAdded: 1401,
  UserReviewed: 1501,
  PersonalInfoFormShown: 1601,
  PersonalInfoFormAutofilled: 1602,
  /** I1 is 1 if the buyer chose not to be asked again. */
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
  /** S1: game, J1: the properties that the game sent. */
  GameStatsInitialized: 1801,
  /** A game's own event. S1: game, S2: event name. The game or its analytics sections fill the other columns. */
  GameStat: 1802,
  /** The game is ready to be played. S1: game, S2: platform, I1: milliseconds since the player opened it. */
  GameStarted: 1803,
  /** S1: game, S2: platform, S3: video or interstitial, S4: the game's placement name, S5: outcome. */
  AdEnded: 1901,
  /** S1: host of the destination, S2: `type` and S3: `fxref` of the link, I1: 1 if it opened at once, 0 after asking. */
  OutboundLinkFollowed: 2001,
  /** The game's page was opened. S1: game. */
  GamePageShown: 2101,
} as const;

export const portalAnalyticsPlatformId = 24;
export const portalAnalyticsBuildId = 190;

/** The highest number of errors that one report counts. Higher numbers tell operators nothing more. */
export const maxReportedBridgeErrors = 100;
