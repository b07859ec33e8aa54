export const modals = {
  info: () => import('./info/InfoModal.tsx').then(({ InfoModal }) => ({ default: InfoModal })),
  share: () => import('./share/ShareModal.tsx').then(({ ShareModal }) => ({ default: ShareModal })),
  device: () =>
    import('./device/DeviceHandoffModal.tsx').then(({ DeviceHandoffModal }) => ({ default: DeviceHandoffModal })),
  copy: () => import('./copy/CopyModal.tsx').then(({ CopyModal }) => ({ default: CopyModal })),
  signIn: () => import('./sign-in/SignInModal.tsx').then(({ SignInModal }) => ({ default: SignInModal })),
  confirm: () => import('./confirm/ConfirmModal.tsx').then(({ ConfirmModal }) => ({ default: ConfirmModal })),
  page: () => import('./page/PageModal.tsx').then(({ PageModal }) => ({ default: PageModal })),
  support: () => import('./support/SupportModal.tsx').then(({ SupportModal }) => ({ default: SupportModal })),
  social: () => import('./social/SocialModal.tsx').then(({ SocialModal }) => ({ default: SocialModal })),
  quests: () => import('./quests/QuestsModal.tsx').then(({ QuestsModal }) => ({ default: QuestsModal })),
  leaderboards: () =>
    import('./leaderboards/LeaderboardsModal.tsx').then(({ LeaderboardsModal }) => ({ default: LeaderboardsModal })),
  documents: () => import('./documents/DocumentsModal.tsx').then(({ DocumentsModal }) => ({ default: DocumentsModal })),
  document: () => import('./document/DocumentModal.tsx').then(({ DocumentModal }) => ({ default: DocumentModal })),
  push: () => import('#portal/push/PushModal.tsx').then(({ PushModal }) => ({ default: PushModal })),
  report: () => import('./report/ReportModal.tsx').then(({ ReportModal }) => ({ default: ReportModal })),
  review: () => import('./review/ReviewModal.tsx').then(({ ReviewModal }) => ({ default: ReviewModal })),
  community: () => import('./community/CommunityModal.tsx').then(({ CommunityModal }) => ({ default: CommunityModal })),
  services: () => import('./services/ServicesModal.tsx').then(({ ServicesModal }) => ({ default: ServicesModal })),
  saveConflict: () =>
    import('#portal/saves/SaveConflictModal.tsx').then(({ SaveConflictModal }) => ({ default: SaveConflictModal })),
  merge: () => import('./merge/MergeModal.tsx').then(({ MergeModal }) => ({ default: MergeModal })),
  purchase: () =>
    import('#portal/purchase/dialog/PurchaseModal.tsx').then(({ PurchaseModal }) => ({ default: PurchaseModal })),
};

declare module '#portal/shell/open-modal.ts' {
  interface ModalRegistry {
    readonly modals: typeof modals;
  }
}
