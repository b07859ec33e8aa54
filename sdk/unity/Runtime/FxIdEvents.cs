// Generated from the bridge's protocol by `npm run bindings`: do not edit.
// Every event that a game can receive: FxIdEvents.LanguageChanged += data => …
using System;

namespace FxId
{
    public static class FxIdEvents
    {
        /// <summary>The availability of rewarded ads has changed.</summary>
        public static event Action<AdsVideoAvailableData> AdsVideoAvailable;

        /// <summary>The availability of interstitial ads has changed.</summary>
        public static event Action<AdsVideoAvailableData> AdsInterstitialAvailable;

        /// <summary>The player watched an ad to the end.</summary>
        public static event Action<AdsFinishedData> AdsFinished;

        /// <summary>An ad could not be shown.</summary>
        public static event Action<AdsFailedData> AdsFailed;

        /// <summary>The player closed an ad before its end.</summary>
        public static event Action<AdsFinishedData> AdsSkipped;

        /// <summary>The game got or lost the focus.</summary>
        public static event Action<FocusChangedData> FocusChanged;

        /// <summary>The player has changed or signed in.</summary>
        public static event Action<PlayerInfo> UserInfoChanged;

        /// <summary>The device was rotated.</summary>
        public static event Action<OrientationChangedData> OrientationChanged;

        /// <summary>The portal's language has changed.</summary>
        public static event Action<LanguageChangedData> LanguageChanged;

        /// <summary>The player's consent to analytics has changed.</summary>
        public static event Action<ConsentStatusData> ConsentStatus;

        /// <summary>An event of the platform's own SDK, by its name there.</summary>
        public static event Action<PlatformSdkEventData> PlatformSdkEvent;

        /// <summary>The player asked for help with the portal's button. The portal opens its support form.</summary>
        public static event Action SupportRequest;

        /// <summary>An event of the game has advanced a quest.</summary>
        public static event Action<Quest> QuestProgress;

        /// <summary>The player has unlocked an achievement of this game.</summary>
        public static event Action<Achievement> AchievementUnlocked;

        /// <summary>The save has changed, but not by this game's writes: read it again.</summary>
        public static event Action<SaveChangedData> SaveChanged;

        /// <summary>The save on this device and the save of the account differ. Only for games that read with resolvesConflicts.</summary>
        public static event Action<SaveConflictData> SaveConflict;

        /// <summary>The player is leaving. The connection closes and the frame is removed.</summary>
        public static event Action Leaving;

        /// <summary>Stop time and sound: the focus is lost or an ad is shown.</summary>
        public static event Action<PauseData> Pause;

        /// <summary>Continue.</summary>
        public static event Action<PauseData> Resume;

        internal static readonly string[] Names =
        {
            "adsVideoAvailable",
            "adsInterstitialAvailable",
            "adsFinished",
            "adsFailed",
            "adsSkipped",
            "focusChanged",
            "userInfoChanged",
            "orientationChanged",
            "languageChanged",
            "consentStatus",
            "platformSdkEvent",
            "supportRequest",
            "questProgress",
            "achievementUnlocked",
            "saveChanged",
            "saveConflict",
            "leaving",
            "pause",
            "resume",
        };

        internal static void Raise(string eventName, object data)
        {
            switch (eventName)
            {
                case "adsVideoAvailable":
                    if (AdsVideoAvailable != null) AdsVideoAvailable(AdsVideoAvailableData.Read(data));
                    break;
                case "adsInterstitialAvailable":
                    if (AdsInterstitialAvailable != null) AdsInterstitialAvailable(AdsVideoAvailableData.Read(data));
                    break;
                case "adsFinished":
                    if (AdsFinished != null) AdsFinished(AdsFinishedData.Read(data));
                    break;
                case "adsFailed":
                    if (AdsFailed != null) AdsFailed(AdsFailedData.Read(data));
                    break;
                case "adsSkipped":
                    if (AdsSkipped != null) AdsSkipped(AdsFinishedData.Read(data));
                    break;
                case "focusChanged":
                    if (FocusChanged != null) FocusChanged(FocusChangedData.Read(data));
                    break;
                case "userInfoChanged":
                    if (UserInfoChanged != null) UserInfoChanged(PlayerInfo.Read(data));
                    break;
                case "orientationChanged":
                    if (OrientationChanged != null) OrientationChanged(OrientationChangedData.Read(data));
                    break;
                case "languageChanged":
                    if (LanguageChanged != null) LanguageChanged(LanguageChangedData.Read(data));
                    break;
                case "consentStatus":
                    if (ConsentStatus != null) ConsentStatus(ConsentStatusData.Read(data));
                    break;
                case "platformSdkEvent":
                    if (PlatformSdkEvent != null) PlatformSdkEvent(PlatformSdkEventData.Read(data));
                    break;
                case "supportRequest":
                    if (SupportRequest != null) SupportRequest();
                    break;
                case "questProgress":
                    if (QuestProgress != null) QuestProgress(Quest.Read(data));
                    break;
                case "achievementUnlocked":
                    if (AchievementUnlocked != null) AchievementUnlocked(Achievement.Read(data));
                    break;
                case "saveChanged":
                    if (SaveChanged != null) SaveChanged(SaveChangedData.Read(data));
                    break;
                case "saveConflict":
                    if (SaveConflict != null) SaveConflict(SaveConflictData.Read(data));
                    break;
                case "leaving":
                    if (Leaving != null) Leaving();
                    break;
                case "pause":
                    if (Pause != null) Pause(PauseData.Read(data));
                    break;
                case "resume":
                    if (Resume != null) Resume(PauseData.Read(data));
                    break;
            }
        }
    }
}
