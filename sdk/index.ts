import { createSdk } from './create-sdk.ts';
import type { Sdk } from './sdk.ts';
import { connectPageToPortal, isDevelopment, isFramed } from './page.ts';

export const FxId: Sdk = createSdk({
  isFramed: isFramed(),
  isDevelopment: isDevelopment(),
  connect: connectPageToPortal,
  loadLocalPortal: async () => (await import('./local-portal.ts')).createLocalPortal,
  loadSaves: async () => (await import('./saves.ts')).createSaves,
});

export { SdkError } from './sdk-error.ts';
export type {
  AdOptions,
  ConflictingSave,
  Environment,
  InitOptions,
  LocalLeaderboard,
  LocalPortalOptions,
  PauseReason,
  ResolveSaveConflict,
  SaveConflict,
  SaveResolution,
  Sdk,
  SdkEvents,
  SdkSaves,
} from './sdk.ts';

export type { BridgeErrorCode, MethodName, ParamsOf, ResultOf } from '../bridge/protocol.ts';
export type {
  Achievement,
  AdResult,
  Capability,
  ConsentStatus,
  DocumentAcceptance,
  InviteResult,
  LeaderboardEntry,
  LeaderboardPage,
  LegalDocument,
  PlatformFriend,
  PlayerInfo,
  PurchaseResult,
  Quest,
  ScoreResult,
  ShareResult,
  StoreFrontProduct,
} from '../bridge/shapes.ts';
