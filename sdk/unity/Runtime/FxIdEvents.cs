// Generated from the bridge's protocol by `npm run bindings`: do not change it by hand.
// Every event that a game may hear: FxIdEvents.LanguageChanged += data => …
using System;

namespace FxId
{
    public static class FxIdEvents
    {
        /// <summary>A rewarded ad can be shown now, or no longer.</summary>
        public static event Action<AdsVideoAvailableData> AdsVideoAvailable;

        /// <summary>An interstitial ad can be shown now, or no longer.</summary>
        public static event Action<AdsVideoAvailableData> AdsInterstitialAvailable;

        /// <summary>An ad was watched to its end.</summary>
        public static event Action<AdsFinishedData> AdsFinished;

        /// <summary>An ad could not be shown.</summary>
        public static event Action<AdsFailedData> AdsFailed;

        /// <summary>An ad was closed before its end.</summary>
        public static event Action<AdsFinishedData> AdsSkipped;

        /// <summary>The game got the focus, or lost it for a reason.</summary>
        public static event Action<FocusChangedData> FocusChanged;

        /// <summary>Another player plays now, or the player has signed in.</summary>
        public static event Action<PlayerInfo> UserInfoChanged;

        /// <summary>The device was turned.</summary>
        public static event Action<OrientationChangedData> OrientationChanged;

        /// <summary>The portal's language is another one now.</summary>
        public static event Action<LanguageChangedData> LanguageChanged;

        /// <summary>The player has agreed to be counted, or no longer agrees.</summary>
        public static event Action<ConsentStatusData> ConsentStatus;

        /// <summary>The player asked for help by the portal's own button. The portal's form is open.</summary>
        public static event Action SupportRequest;

        /// <summary>The player leaves: the connection ends, and the frame goes away.</summary>
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
            "supportRequest",
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
                case "supportRequest":
                    if (SupportRequest != null) SupportRequest();
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
