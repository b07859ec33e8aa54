import { expect, test } from 'vitest';
import { analyticsEventIds } from './analytics-events.ts';

test('no number is used twice', () => {
  const numbers = Object.values(analyticsEventIds);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('published event numbers never change', () => {
  expect(analyticsEventIds).toMatchObject({
    DownloadRequested: 1001,
    DownloadStarted: 1002,
    DownloadCompleted: 1003,
    DownloadFailed: 1004,
    ExternalIdAuthenticated: 1101,
    LauncherStarted: 1201,
    OrderStateChanged: 1301,
    SocialIdentifierAdded: 1401,
    UserReviewed: 1501,
    PersonalInfoFormShown: 1601,
    PersonalInfoFormAutofilled: 1602,
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
    GameStatsInitialized: 1801,
    GameStat: 1802,
  });
});
