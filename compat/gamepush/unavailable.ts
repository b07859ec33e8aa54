// Modules of the vendor that need its own servers. Each is there, because engines' plug-ins listen to its events, and
// answers as where the developer has set up nothing.

export interface UnavailableModule {
  /** Reject. */
  readonly calls: readonly string[];
  /** Return false. */
  readonly checks?: readonly string[];
  /** Are empty. */
  readonly lists?: readonly string[];
}

const words = (text: string): readonly string[] => text.split(' ');

export const unavailableModules = {
  channels: {
    calls: words(
      'createChannel updateChannel deleteChannel fetchChannel fetchChannels fetchMoreChannels join cancelJoin leave kick mute unmute sendInvite cancelInvite acceptInvite rejectInvite fetchInvites fetchMoreInvites fetchChannelInvites fetchMoreChannelInvites fetchSentInvites fetchMoreSentInvites acceptJoinRequest rejectJoinRequest fetchJoinRequests fetchMoreJoinRequests fetchSentJoinRequests fetchMoreSentJoinRequests sendMessage sendPersonalMessage sendFeedMessage editMessage deleteMessage fetchMessages fetchMoreMessages fetchPersonalMessages fetchMorePersonalMessages fetchFeedMessages fetchMoreFeedMessages fetchMembers fetchMoreMembers openChat openPersonalChat openFeed',
    ),
    checks: words('isMainChatEnabled'),
  },
  documents: { calls: words('open fetch') },
  events: { calls: words('join'), checks: words('has isJoined getEvent'), lists: words('list activeList') },
  experiments: { calls: [], checks: words('has') },
  files: { calls: words('upload uploadUrl uploadContent loadContent chooseFile fetch fetchMore') },
  gamesCollections: { calls: words('open fetch') },
  images: { calls: words('upload uploadUrl chooseFile fetch fetchMore') },
  players: { calls: words('fetch') },
  rewards: {
    calls: words('give accept'),
    checks: words('has hasAccepted hasUnaccepted getReward'),
    lists: words('list givenList'),
  },
  schedulers: {
    calls: words('register claimDay claimDayAdditional claimAllDay claimAllDays'),
    checks: words(
      'isRegistered isTodayRewardClaimed canClaimDay canClaimDayAdditional canClaimAllDay getScheduler getSchedulerDay getSchedulerCurrentDay',
    ),
    lists: words('list activeList'),
  },
  segments: { calls: [], checks: words('has'), lists: words('list') },
  triggers: {
    calls: words('claim'),
    checks: words('isActivated isClaimed getTrigger'),
    lists: words('list activatedList'),
  },
  uniques: { calls: words('register get check delete'), lists: words('list') },
} as const satisfies Readonly<Record<string, UnavailableModule>>;

export type UnavailableModuleName = keyof typeof unavailableModules;
