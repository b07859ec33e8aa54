// Generated from the bridge's protocol by `npm run bindings`: do not change it by hand.
// Every call of the bridge. A call that fails throws FxIdException.
using System.Collections.Generic;
using System.Threading.Tasks;

namespace FxId
{
    public static partial class FxIdSdk
    {
        /// <summary>Asks again who plays and where. Tokens have a short life.</summary>
        /// <remarks>GetInfo on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<PlayerInfo> RefreshPlayerAsync()
        {
            return PlayerInfo.Read(await CallParsedAsync("GetInfo", new Dictionary<string, object>()));
        }

        /// <summary>Whether the game should hide parts of its own interface here.</summary>
        /// <remarks>SocialSettings on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<UiSettings> UiSettingsAsync()
        {
            object answer = await CallParsedAsync("SocialSettings", new Dictionary<string, object>());
            return UiSettings.Read(FxIdJson.Member(answer, "ui")) ?? new UiSettings();
        }

        /// <summary>Buys a product. Give goods only after your server has learned of the purchase.</summary>
        /// <remarks>BuyProduct on the wire. Call it from a click, or it fails with GestureRequired. Waits for the player, however long.</remarks>
        public static async Task<PurchaseResult> PurchaseAsync(
            string sku,
            string developerPayload = null,
            string productNameHint = null,
            string productDescriptionHint = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "sku", sku);
            Add(request, "developerPayload", developerPayload);
            Add(request, "productNameHint", productNameHint);
            Add(request, "productDescriptionHint", productDescriptionHint);
            return PurchaseResult.Read(await CallParsedAsync("BuyProduct", request));
        }

        /// <summary>What is for sale here, with prices for this player.</summary>
        /// <remarks>DefaultStoreFront on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<StoreFront> ProductsAsync()
        {
            return StoreFront.Read(await CallParsedAsync("DefaultStoreFront", new Dictionary<string, object>()));
        }

        /// <summary>Shows a page over the game, until the player closes it.</summary>
        /// <remarks>OpenModal on the wire. Waits for the player, however long.</remarks>
        public static async Task OpenPageAsync(string url, string title = null, bool? fullscreen = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "url", url);
            Add(request, "title", title);
            Add(request, "fullscreen", fullscreen);
            await CallParsedAsync("OpenModal", request);
        }

        /// <summary>Opens the sign-in. UserCancelled if the player closes it.</summary>
        /// <remarks>AuthenticateUser on the wire. Waits for the player, however long.</remarks>
        public static async Task<SignInResult> SignInAsync()
        {
            return SignInResult.Read(await CallParsedAsync("AuthenticateUser", new Dictionary<string, object>()));
        }

        /// <summary>Asks the player to allow notifications. False if they refuse.</summary>
        /// <remarks>PushRegister on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> RegisterPushAsync()
        {
            object answer = await CallParsedAsync("PushRegister", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "registered");
        }

        /// <summary>The part after # of the portal's address.</summary>
        /// <remarks>GetUrlHash on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<string> UrlHashAsync()
        {
            object answer = await CallParsedAsync("GetUrlHash", new Dictionary<string, object>());
            return FxIdJson.Text(answer, "hash");
        }

        /// <summary>Sets the part after # of the portal's address. An empty text removes it.</summary>
        /// <remarks>SetUrlHash on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task SetUrlHashAsync(string hash)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "hash", hash);
            await CallParsedAsync("SetUrlHash", request);
        }

        /// <summary>Shares a link in the platform's own way; on the portal it is shown as a QR code and can be copied.</summary>
        /// <remarks>ShowLinkShareModal on the wire. Waits for the player, however long.</remarks>
        /// <returns>One of ShareOutcome.</returns>
        public static async Task<string> ShareLinkAsync(string link, string title = null, string image = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "link", link);
            Add(request, "title", title);
            Add(request, "image", image);
            object answer = await CallParsedAsync("ShowLinkShareModal", request);
            return FxIdJson.Text(answer, "outcome");
        }

        /// <summary>Writes to the clipboard. Where that is not allowed, shows the text to be copied by hand.</summary>
        /// <remarks>CopyText on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> CopyTextAsync(string text)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "text", text);
            object answer = await CallParsedAsync("CopyText", request);
            return FxIdJson.Flag(answer, "copied");
        }

        /// <summary>Opens the form by which a player reports an issue. False if nothing was sent.</summary>
        /// <remarks>RequestSupport on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> RequestSupportAsync(string message = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "message", message);
            object answer = await CallParsedAsync("RequestSupport", request);
            return FxIdJson.Flag(answer, "sent");
        }

        /// <summary>Sets what friends see that the player is doing.</summary>
        /// <remarks>SetStatus on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task SetStatusAsync(string status, string name = null, int? priority = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "status", status);
            Add(request, "name", name);
            Add(request, "priority", priority);
            await CallParsedAsync("SetStatus", request);
        }

        /// <summary>Whether a rewarded ad can be shown now.</summary>
        /// <remarks>AdsVideoReady on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> RewardedReadyAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            object answer = await CallParsedAsync("AdsVideoReady", request);
            return FxIdJson.Flag(answer, "ready");
        }

        /// <summary>Shows a rewarded ad. Give the reward only if the outcome is "finished". A missing ad is "failed", with a reason.</summary>
        /// <remarks>AdsVideoShow on the wire. Waits for the player, however long.</remarks>
        public static async Task<AdResult> ShowRewardedAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            return AdResult.Read(await CallParsedAsync("AdsVideoShow", request));
        }

        /// <summary>Whether an interstitial ad can be shown now.</summary>
        /// <remarks>AdsInterstitialReady on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> InterstitialReadyAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            object answer = await CallParsedAsync("AdsInterstitialReady", request);
            return FxIdJson.Flag(answer, "ready");
        }

        /// <summary>Shows an interstitial ad. A missing ad is "failed", with a reason.</summary>
        /// <remarks>AdsInterstitialShow on the wire. Waits for the player, however long.</remarks>
        public static async Task<AdResult> ShowInterstitialAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            return AdResult.Read(await CallParsedAsync("AdsInterstitialShow", request));
        }

        /// <summary>Shows a banner beside the game.</summary>
        /// <remarks>StickyBannerShow on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<ShowBannerResult> ShowBannerAsync()
        {
            return ShowBannerResult.Read(await CallParsedAsync("StickyBannerShow", new Dictionary<string, object>()));
        }

        /// <summary>Hides the banner.</summary>
        /// <remarks>StickyBannerHide on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<HideBannerResult> HideBannerAsync()
        {
            return HideBannerResult.Read(await CallParsedAsync("StickyBannerHide", new Dictionary<string, object>()));
        }

        /// <summary>Starts statistics. Events from before are kept and sent then.</summary>
        /// <remarks>StatInitialize on the wire. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="properties">Texts, numbers and flags by name.</param>
        public static async Task InitializeStatsAsync(IDictionary<string, object> properties = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "properties", properties);
            await CallParsedAsync("StatInitialize", request);
        }

        /// <summary>Counts an event. Kept until statistics are started, then sent.</summary>
        /// <remarks>StatEvent on the wire. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="parameters">Texts, numbers and flags by name.</param>
        public static async Task SendStatAsync(string name, IDictionary<string, object> parameters = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "name", name);
            Add(request, "parameters", parameters);
            await CallParsedAsync("StatEvent", request);
        }

        /// <summary>Sends an event of the game, for quests and other games. False if the game's rules do not want it.</summary>
        /// <remarks>SendInGameEvent on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> SendGameEventAsync(
            string eventCode,
            double? value = null,
            string p1 = null,
            string p2 = null,
            string p3 = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "eventCode", eventCode);
            Add(request, "value", value);
            Add(request, "p1", p1);
            Add(request, "p2", p2);
            Add(request, "p3", p3);
            object answer = await CallParsedAsync("SendInGameEvent", request);
            return FxIdJson.Flag(answer, "sent");
        }

        /// <summary>Pushes data to the page's tag manager.</summary>
        /// <remarks>GoogleTagManagerPushToDataLayer on the wire. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="data">Texts, numbers and flags by name.</param>
        public static async Task PushTagAsync(IDictionary<string, object> data)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "data", data);
            await CallParsedAsync("GoogleTagManagerPushToDataLayer", request);
        }

        /// <summary>The player's friends. One who plays this game has the uid that is social.userId for that player.</summary>
        /// <remarks>GetFriends on the wire. Needs the capability FriendsList, or it fails with NotSupported. Fails with Timeout after 30 seconds.</remarks>
        public static async Task<Friend[]> FriendsAsync()
        {
            object answer = await CallParsedAsync("GetFriends", new Dictionary<string, object>());
            return FxIdJson.List(answer, "friends", Friend.Read);
        }

        /// <summary>Shows the player's friends, with those in uids already chosen.</summary>
        /// <remarks>InviteFriends on the wire. Waits for the player, however long.</remarks>
        public static async Task<InviteResult> InviteFriendsAsync(
            string message = null,
            string[] uids = null,
            string image = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "message", message);
            Add(request, "uids", uids);
            Add(request, "image", image);
            return InviteResult.Read(await CallParsedAsync("InviteFriends", request));
        }

        /// <summary>Asks the player to visit the place where players of the game meet. False if they stay.</summary>
        /// <remarks>JoinCommunity on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> JoinCommunityAsync()
        {
            object answer = await CallParsedAsync("JoinCommunity", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "joined");
        }

        /// <summary>True if the game is among the player's favourites now.</summary>
        /// <remarks>AddToFavorites on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> AddToFavoritesAsync()
        {
            object answer = await CallParsedAsync("AddToFavorites", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "added");
        }

        /// <summary>Changes the language of the portal. Returns the one it then has.</summary>
        /// <remarks>ChangeLanguage on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<string> ChangeLanguageAsync(string language)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "language", language);
            object answer = await CallParsedAsync("ChangeLanguage", request);
            return FxIdJson.Text(answer, "language");
        }

        /// <summary>The text with its bad words masked.</summary>
        /// <remarks>WordsFilter on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<FilteredText> FilterWordsAsync(string text)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "text", text);
            return FilteredText.Read(await CallParsedAsync("WordsFilter", request));
        }

        /// <summary>Whether the player has agreed to be counted.</summary>
        /// <remarks>ConsentManagerStatus on the wire. Fails with Timeout after 15 seconds.</remarks>
        /// <returns>One of ConsentStatus.</returns>
        public static async Task<string> GetConsentStatusAsync()
        {
            object answer = await CallParsedAsync("ConsentManagerStatus", new Dictionary<string, object>());
            return FxIdJson.Text(answer, "status");
        }

        /// <summary>A call of VK's own SDK, passed on as it is. On VK only.</summary>
        /// <remarks>SendVkBridge on the wire. Waits for the player, however long.</remarks>
        /// <param name="params">Null, bool, number, text, list or dictionary.</param>
        public static async Task<object> SendVkBridgeAsync(string method, object @params = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "method", method);
            Add(request, "params", @params);
            object answer = await CallParsedAsync("SendVkBridge", request);
            return FxIdJson.Member(answer, "data");
        }

        /// <summary>A call of CrazyGames' own SDK, passed on as it is. On CrazyGames only.</summary>
        /// <remarks>SendCrazyGamesSdk on the wire. Waits for the player, however long.</remarks>
        /// <param name="params">Null, bool, number, text, list or dictionary.</param>
        public static async Task<object> SendCrazyGamesSdkAsync(string method, object @params = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "method", method);
            Add(request, "params", @params);
            object answer = await CallParsedAsync("SendCrazyGamesSdk", request);
            return FxIdJson.Member(answer, "data");
        }

        /// <summary>How much of the game is loaded: fraction from 0 to 1.</summary>
        /// <remarks>LoadingProgress on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task LoadingProgressAsync(
            double fraction,
            double? loadedBytes = null,
            double? totalBytes = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "fraction", fraction);
            Add(request, "loadedBytes", loadedBytes);
            Add(request, "totalBytes", totalBytes);
            await CallParsedAsync("LoadingProgress", request);
        }

        /// <summary>The game can be played: the portal removes its loading screen.</summary>
        /// <remarks>LoadingReady on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task LoadingReadyAsync()
        {
            await CallParsedAsync("LoadingReady", new Dictionary<string, object>());
        }

        /// <summary>The player plays: a level begins, a menu is closed.</summary>
        /// <remarks>GameStarted on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task GameStartedAsync()
        {
            await CallParsedAsync("GameStarted", new Dictionary<string, object>());
        }

        /// <summary>The player does not play: a level is over, a menu is open.</summary>
        /// <remarks>GameStopped on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task GameStoppedAsync()
        {
            await CallParsedAsync("GameStopped", new Dictionary<string, object>());
        }

        /// <summary>Whether the player would be asked for a review now.</summary>
        /// <remarks>CanReview on the wire. Needs the capability RateApplication, or it fails with NotSupported. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> CanReviewAsync()
        {
            object answer = await CallParsedAsync("CanReview", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "canReview");
        }

        /// <summary>Asks the player for a review. True if they were asked.</summary>
        /// <remarks>RequestReview on the wire. Needs the capability RateApplication, or it fails with NotSupported. Waits for the player, however long.</remarks>
        public static async Task<bool> RequestReviewAsync()
        {
            object answer = await CallParsedAsync("RequestReview", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "shown");
        }

        /// <summary>Whether the player may review the game, and the stars that they gave.</summary>
        /// <remarks>ReviewInfo on the wire. Needs the capability RateApplication, or it fails with NotSupported. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<PlayerReviewState> ReviewInfoAsync()
        {
            return PlayerReviewState.Read(await CallParsedAsync("ReviewInfo", new Dictionary<string, object>()));
        }

        /// <summary>The legal documents of the portal and of this game.</summary>
        /// <remarks>GetDocuments on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<LegalDocument[]> DocumentsAsync()
        {
            object answer = await CallParsedAsync("GetDocuments", new Dictionary<string, object>());
            return FxIdJson.List(answer, "documents", LegalDocument.Read);
        }

        /// <summary>What the player has accepted, and when.</summary>
        /// <remarks>GetAcceptedDocuments on the wire. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<DocumentAcceptance[]> AcceptedDocumentsAsync()
        {
            object answer = await CallParsedAsync("GetAcceptedDocuments", new Dictionary<string, object>());
            return FxIdJson.List(answer, "accepted", DocumentAcceptance.Read);
        }

        /// <summary>Asks the player to accept a version of a document.</summary>
        /// <remarks>AcceptDocument on the wire. Waits for the player, however long.</remarks>
        public static async Task<bool> AcceptDocumentAsync(string documentId, string documentVersionId)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "documentId", documentId);
            Add(request, "documentVersionId", documentVersionId);
            object answer = await CallParsedAsync("AcceptDocument", request);
            return FxIdJson.Flag(answer, "accepted");
        }

        private static void Add(Dictionary<string, object> request, string name, object value)
        {
            if (value != null) request[name] = value;
        }
    }
}
