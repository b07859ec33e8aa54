// Generated from the bridge's protocol by `npm run bindings`: do not edit.
// The default replies of FxIdMock, the same as those of the SDK's local portal.
#if !UNITY_WEBGL || UNITY_EDITOR
using System.Collections.Generic;

namespace FxId
{
    public static partial class FxIdMock
    {
        /// <summary>The JSON reply to each method. Change or add what your test needs.</summary>
        public static readonly Dictionary<string, string> Answers = new Dictionary<string, string>
        {
            { "GetInfo", @"{""game"":""local"",""sdk"":{""version"":{""major"":1,""minor"":5},""build"":""190""},""environment"":{""os"":""local"",""isMobile"":false,""safeArea"":{""left"":0,""right"":0,""top"":0,""bottom"":0}},""fxId"":{""userId"":""00000000-0000-4000-8000-000000000001"",""marketingEnabled"":false,""locale"":""en"",""gameUid"":""local-player"",""guest"":true,""hasEmail"":false,""emailValidated"":false,""hasCompletedOrder"":false},""social"":{""social"":""local"",""paymentsAvailable"":true,""userId"":""local-player"",""displayName"":""Local Player"",""firstName"":""Local"",""lastName"":""Player"",""gender"":""unspecified"",""capabilities"":[""FriendsList"",""FriendsInvite"",""AdsAvailable"",""RewardedAds"",""InterstitialAds"",""RateApplication""]}}" },
            { "SocialSettings", @"{""ui"":{""disabled"":false}}" },
            { "DefaultStoreFront", @"{""currency"":""USD"",""products"":[{""sku"":""coins-100"",""name"":""100 coins"",""description"":""An invented product"",""price"":0.99,""currency"":""USD"",""localizedPrice"":""$0.99"",""usdPrice"":0.99}]}" },
            { "OpenModal", @"{}" },
            { "AuthenticateUser", @"{""userId"":""00000000-0000-4000-8000-000000000001"",""guest"":false}" },
            { "PushRegister", @"{""registered"":false}" },
            { "GetUrlHash", @"{""hash"":""""}" },
            { "SetUrlHash", @"{}" },
            { "ShowLinkShareModal", @"{""outcome"":""cancelled""}" },
            { "CopyText", @"{""copied"":true}" },
            { "RequestSupport", @"{""sent"":false}" },
            { "ContinueOnOtherDevice", @"{}" },
            { "SetStatus", @"{}" },
            { "AdsVideoReady", @"{""ready"":true}" },
            { "AdsInterstitialReady", @"{""ready"":true}" },
            { "StickyBannerShow", @"{""shown"":false,""reason"":""NotImplemented""}" },
            { "StickyBannerHide", @"{""hidden"":false,""reason"":""NotImplemented""}" },
            { "StatInitialize", @"{}" },
            { "StatEvent", @"{}" },
            { "SendInGameEvent", @"{""sent"":true}" },
            { "GetQuests", @"{""quests"":[]}" },
            { "SubmitScore", @"{""rank"":1,""improved"":true,""beatenFriends"":[]}" },
            { "GetLeaderboard", @"{""entries"":[],""total"":0,""period"":""allTime"",""pastPeriods"":0}" },
            { "ShowLeaderboard", @"{}" },
            { "GetAchievements", @"{""achievements"":[]}" },
            { "UnlockAchievement", @"{""unlocked"":true}" },
            { "SetAchievementProgress", @"{""unlocked"":true}" },
            { "GoogleTagManagerPushToDataLayer", @"{}" },
            { "GetFriends", @"{""friends"":[{""uid"":""local-friend"",""firstName"":""Ada"",""lastName"":""Local"",""displayName"":""Ada Local"",""gender"":""female""}]}" },
            { "InviteFriends", @"{""outcome"":""cancelled""}" },
            { "JoinCommunity", @"{""joined"":false}" },
            { "AddToFavorites", @"{""added"":false}" },
            { "ConsentManagerStatus", @"{""status"":""notRequired""}" },
            { "LoadingProgress", @"{}" },
            { "LoadingReady", @"{}" },
            { "GameStarted", @"{}" },
            { "GameStopped", @"{}" },
            { "CanReview", @"{""canReview"":true}" },
            { "RequestReview", @"{""shown"":false}" },
            { "ReviewInfo", @"{""available"":true}" },
            { "GetDocuments", @"{""documents"":[]}" },
            { "GetAcceptedDocuments", @"{""accepted"":[]}" },
            { "AcceptDocument", @"{""accepted"":false}" },
            { "ReadSave", @"{""revision"":0,""entries"":[],""maxBytes"":1000000}" },
            { "WriteSave", @"{}" },
            { "FlushSave", @"{""saved"":true}" },
            { "ResolveSaveConflict", @"{}" },
        };
    }
}
#endif
