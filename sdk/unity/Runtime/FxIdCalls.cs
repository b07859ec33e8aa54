// Generated from the bridge's protocol by `npm run bindings`: do not edit.
// Every call of the bridge. A failed call throws FxIdException.
using System.Collections.Generic;
using System.Threading.Tasks;

namespace FxId
{
    public static partial class FxIdSdk
    {
        /// <summary>Fetches the player info again, because its tokens expire soon.</summary>
        /// <remarks>Protocol name: GetInfo. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<PlayerInfo> RefreshPlayerAsync()
        {
            return PlayerInfo.Read(await CallParsedAsync("GetInfo", new Dictionary<string, object>()));
        }

        /// <summary>Whether the game should hide parts of its own interface here.</summary>
        /// <remarks>Protocol name: SocialSettings. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<UiSettings> UiSettingsAsync()
        {
            object answer = await CallParsedAsync("SocialSettings", new Dictionary<string, object>());
            return UiSettings.Read(FxIdJson.Member(answer, "ui")) ?? new UiSettings();
        }

        /// <summary>Buys a product. Grant it only after your server has confirmed the purchase, or when Purchases lists it.</summary>
        /// <remarks>Protocol name: BuyProduct. Call it from a click, or it fails with GestureRequired. Waits for the player, without a timeout.</remarks>
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

        /// <summary>What the player has paid for and the game hasn't consumed, oldest first. Only for games whose purchases the page receives; others get NotSupported.</summary>
        /// <remarks>Protocol name: GetPurchases. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<PaidPurchase[]> PurchasesAsync()
        {
            object answer = await CallParsedAsync("GetPurchases", new Dictionary<string, object>());
            return FxIdJson.List(answer, "purchases", PaidPurchase.Read);
        }

        /// <summary>Ends a purchase after the game has granted it. False if it was consumed before: grant nothing again.</summary>
        /// <remarks>Protocol name: ConsumePurchase. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> ConsumePurchaseAsync(string purchaseId)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "purchaseId", purchaseId);
            object answer = await CallParsedAsync("ConsumePurchase", request);
            return FxIdJson.Flag(answer, "consumed");
        }

        /// <summary>The products for sale, with prices for this player.</summary>
        /// <remarks>Protocol name: DefaultStoreFront. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<StoreFront> ProductsAsync()
        {
            return StoreFront.Read(await CallParsedAsync("DefaultStoreFront", new Dictionary<string, object>()));
        }

        /// <summary>Shows a page over the game until the player closes it.</summary>
        /// <remarks>Protocol name: OpenModal. Waits for the player, without a timeout.</remarks>
        public static async Task OpenPageAsync(string url, string title = null, bool? fullscreen = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "url", url);
            Add(request, "title", title);
            Add(request, "fullscreen", fullscreen);
            await CallParsedAsync("OpenModal", request);
        }

        /// <summary>Opens the sign-in. Fails with UserCancelled if the player closes it.</summary>
        /// <remarks>Protocol name: AuthenticateUser. Waits for the player, without a timeout.</remarks>
        public static async Task<SignInResult> SignInAsync()
        {
            return SignInResult.Read(await CallParsedAsync("AuthenticateUser", new Dictionary<string, object>()));
        }

        /// <summary>Asks the player to allow notifications. False if they refuse.</summary>
        /// <remarks>Protocol name: PushRegister. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> RegisterPushAsync()
        {
            object answer = await CallParsedAsync("PushRegister", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "registered");
        }

        /// <summary>The part after # of the portal's URL.</summary>
        /// <remarks>Protocol name: GetUrlHash. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<string> UrlHashAsync()
        {
            object answer = await CallParsedAsync("GetUrlHash", new Dictionary<string, object>());
            return FxIdJson.Text(answer, "hash");
        }

        /// <summary>Sets the part after # of the portal's URL. An empty string removes it.</summary>
        /// <remarks>Protocol name: SetUrlHash. Fails with Timeout after 15 seconds.</remarks>
        public static async Task SetUrlHashAsync(string hash)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "hash", hash);
            await CallParsedAsync("SetUrlHash", request);
        }

        /// <summary>Shares a link with the platform's share dialog. The portal shows a QR code and a copy button.</summary>
        /// <remarks>Protocol name: ShowLinkShareModal. Waits for the player, without a timeout.</remarks>
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

        /// <summary>Copies the text to the clipboard. If that is not allowed, shows the text so that the player can copy it.</summary>
        /// <remarks>Protocol name: CopyText. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> CopyTextAsync(string text)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "text", text);
            object answer = await CallParsedAsync("CopyText", request);
            return FxIdJson.Flag(answer, "copied");
        }

        /// <summary>Opens the support form. False if the player sent nothing.</summary>
        /// <remarks>Protocol name: RequestSupport. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> RequestSupportAsync(string message = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "message", message);
            object answer = await CallParsedAsync("RequestSupport", request);
            return FxIdJson.Flag(answer, "sent");
        }

        /// <summary>Shows a QR code with which the player continues this game in the portal on another device.</summary>
        /// <remarks>Protocol name: ContinueOnOtherDevice. Waits for the player, without a timeout.</remarks>
        public static async Task ContinueOnOtherDeviceAsync()
        {
            await CallParsedAsync("ContinueOnOtherDevice", new Dictionary<string, object>());
        }

        /// <summary>Sets what friends see that the player is doing.</summary>
        /// <remarks>Protocol name: SetStatus. Fails with Timeout after 15 seconds.</remarks>
        public static async Task SetStatusAsync(string status, string name = null, int? priority = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "status", status);
            Add(request, "name", name);
            Add(request, "priority", priority);
            await CallParsedAsync("SetStatus", request);
        }

        /// <summary>Whether a rewarded ad can be shown now.</summary>
        /// <remarks>Protocol name: AdsVideoReady. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> RewardedReadyAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            object answer = await CallParsedAsync("AdsVideoReady", request);
            return FxIdJson.Flag(answer, "ready");
        }

        /// <summary>Shows a rewarded ad. Give the reward only if the outcome is "finished". If there is no ad, the outcome is "failed", with a reason.</summary>
        /// <remarks>Protocol name: AdsVideoShow. Waits for the player, without a timeout.</remarks>
        public static async Task<AdResult> ShowRewardedAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            return AdResult.Read(await CallParsedAsync("AdsVideoShow", request));
        }

        /// <summary>Whether an interstitial ad can be shown now.</summary>
        /// <remarks>Protocol name: AdsInterstitialReady. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> InterstitialReadyAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            object answer = await CallParsedAsync("AdsInterstitialReady", request);
            return FxIdJson.Flag(answer, "ready");
        }

        /// <summary>Shows an interstitial ad. If there is no ad, the outcome is "failed", with a reason.</summary>
        /// <remarks>Protocol name: AdsInterstitialShow. Waits for the player, without a timeout.</remarks>
        public static async Task<AdResult> ShowInterstitialAsync(string placement = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "placement", placement);
            return AdResult.Read(await CallParsedAsync("AdsInterstitialShow", request));
        }

        /// <summary>Shows a banner next to the game.</summary>
        /// <remarks>Protocol name: StickyBannerShow. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<ShowBannerResult> ShowBannerAsync()
        {
            return ShowBannerResult.Read(await CallParsedAsync("StickyBannerShow", new Dictionary<string, object>()));
        }

        /// <summary>Hides the banner.</summary>
        /// <remarks>Protocol name: StickyBannerHide. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<HideBannerResult> HideBannerAsync()
        {
            return HideBannerResult.Read(await CallParsedAsync("StickyBannerHide", new Dictionary<string, object>()));
        }

        /// <summary>Starts statistics and sends the events queued before.</summary>
        /// <remarks>Protocol name: StatInitialize. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="properties">Texts, numbers and flags by name.</param>
        public static async Task InitializeStatsAsync(IDictionary<string, object> properties = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "properties", properties);
            await CallParsedAsync("StatInitialize", request);
        }

        /// <summary>Sends an analytics event. Queued until statistics are started.</summary>
        /// <remarks>Protocol name: StatEvent. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="parameters">Texts, numbers and flags by name.</param>
        public static async Task SendStatAsync(string name, IDictionary<string, object> parameters = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "name", name);
            Add(request, "parameters", parameters);
            await CallParsedAsync("StatEvent", request);
        }

        /// <summary>Sends an event for quests and other games. False if event rules filter it out or the player isn't signed in.</summary>
        /// <remarks>Protocol name: SendInGameEvent. Fails with Timeout after 15 seconds.</remarks>
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

        /// <summary>The player's quests in this game. The event QuestProgress reports when one advances.</summary>
        /// <remarks>Protocol name: GetQuests. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<Quest[]> QuestsAsync()
        {
            object answer = await CallParsedAsync("GetQuests", new Dictionary<string, object>());
            return FxIdJson.List(answer, "quests", Quest.Read);
        }

        /// <summary>Submits a score of the player. Fails with InvalidRequest outside the bounds of the leaderboard, and with TooManyRequests above its rate.</summary>
        /// <remarks>Protocol name: SubmitScore. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<ScoreResult> SubmitScoreAsync(string board, int score)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "board", board);
            Add(request, "score", score);
            return ScoreResult.Read(await CallParsedAsync("SubmitScore", request));
        }

        /// <summary>The best entries; with view, those around the player, or those of the player and friends.</summary>
        /// <remarks>Protocol name: GetLeaderboard. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="view">One of LeaderboardView.</param>
        /// <param name="period">One of LeaderboardPeriod.</param>
        public static async Task<LeaderboardPage> LeaderboardAsync(
            string board,
            string view = null,
            string period = null,
            int? ago = null,
            int? limit = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "board", board);
            Add(request, "view", view);
            Add(request, "period", period);
            Add(request, "ago", ago);
            Add(request, "limit", limit);
            return LeaderboardPage.Read(await CallParsedAsync("GetLeaderboard", request));
        }

        /// <summary>Shows the game's leaderboards over the game until the player closes them.</summary>
        /// <remarks>Protocol name: ShowLeaderboard. Waits for the player, without a timeout.</remarks>
        public static async Task ShowLeaderboardAsync(string board = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "board", board);
            await CallParsedAsync("ShowLeaderboard", request);
        }

        /// <summary>This game's achievements with the player's progress. Hidden ones are listed once they are unlocked.</summary>
        /// <remarks>Protocol name: GetAchievements. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<Achievement[]> AchievementsAsync()
        {
            object answer = await CallParsedAsync("GetAchievements", new Dictionary<string, object>());
            return FxIdJson.List(answer, "achievements", Achievement.Read);
        }

        /// <summary>Unlocks an achievement. False if the player had unlocked it before.</summary>
        /// <remarks>Protocol name: UnlockAchievement. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> UnlockAchievementAsync(string code)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "code", code);
            object answer = await CallParsedAsync("UnlockAchievement", request);
            return FxIdJson.Flag(answer, "unlocked");
        }

        /// <summary>Sets the player's whole progress in an achievement. True if this has unlocked it.</summary>
        /// <remarks>Protocol name: SetAchievementProgress. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> SetAchievementProgressAsync(string code, int progress)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "code", code);
            Add(request, "progress", progress);
            object answer = await CallParsedAsync("SetAchievementProgress", request);
            return FxIdJson.Flag(answer, "unlocked");
        }

        /// <summary>Pushes data to the page's tag manager.</summary>
        /// <remarks>Protocol name: GoogleTagManagerPushToDataLayer. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="data">Texts, numbers and flags by name.</param>
        public static async Task PushTagAsync(IDictionary<string, object> data)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "data", data);
            await CallParsedAsync("GoogleTagManagerPushToDataLayer", request);
        }

        /// <summary>The player's friends. The uid of a friend who plays this game equals that player's own social.userId.</summary>
        /// <remarks>Protocol name: GetFriends. Needs the capability FriendsList, or it fails with NotSupported. Fails with Timeout after 30 seconds.</remarks>
        public static async Task<Friend[]> FriendsAsync()
        {
            object answer = await CallParsedAsync("GetFriends", new Dictionary<string, object>());
            return FxIdJson.List(answer, "friends", Friend.Read);
        }

        /// <summary>Shows the player's friends; those in uids are preselected.</summary>
        /// <remarks>Protocol name: InviteFriends. Waits for the player, without a timeout.</remarks>
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

        /// <summary>Asks the player to visit the game's community. False if they decline.</summary>
        /// <remarks>Protocol name: JoinCommunity. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> JoinCommunityAsync()
        {
            object answer = await CallParsedAsync("JoinCommunity", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "joined");
        }

        /// <summary>True if the game is now among the player's favourites.</summary>
        /// <remarks>Protocol name: AddToFavorites. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> AddToFavoritesAsync()
        {
            object answer = await CallParsedAsync("AddToFavorites", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "added");
        }

        /// <summary>Changes the portal's language. Returns the new language.</summary>
        /// <remarks>Protocol name: ChangeLanguage. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<string> ChangeLanguageAsync(string language)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "language", language);
            object answer = await CallParsedAsync("ChangeLanguage", request);
            return FxIdJson.Text(answer, "language");
        }

        /// <summary>The text with profanity masked.</summary>
        /// <remarks>Protocol name: WordsFilter. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<FilteredText> FilterWordsAsync(string text)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "text", text);
            return FilteredText.Read(await CallParsedAsync("WordsFilter", request));
        }

        /// <summary>Whether the player has consented to analytics.</summary>
        /// <remarks>Protocol name: ConsentManagerStatus. Fails with Timeout after 15 seconds.</remarks>
        /// <returns>One of ConsentStatus.</returns>
        public static async Task<string> GetConsentStatusAsync()
        {
            object answer = await CallParsedAsync("ConsentManagerStatus", new Dictionary<string, object>());
            return FxIdJson.Text(answer, "status");
        }

        /// <summary>Passes a call unchanged to VK's own SDK. On VK only.</summary>
        /// <remarks>Protocol name: SendVkBridge. Waits for the player, without a timeout.</remarks>
        /// <param name="params">Null, bool, number, text, list or dictionary.</param>
        public static async Task<object> SendVkBridgeAsync(string method, object @params = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "method", method);
            Add(request, "params", @params);
            object answer = await CallParsedAsync("SendVkBridge", request);
            return FxIdJson.Member(answer, "data");
        }

        /// <summary>Passes a call unchanged to CrazyGames' own SDK. On CrazyGames only.</summary>
        /// <remarks>Protocol name: SendCrazyGamesSdk. Waits for the player, without a timeout.</remarks>
        /// <param name="params">Null, bool, number, text, list or dictionary.</param>
        public static async Task<object> SendCrazyGamesSdkAsync(string method, object @params = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "method", method);
            Add(request, "params", @params);
            object answer = await CallParsedAsync("SendCrazyGamesSdk", request);
            return FxIdJson.Member(answer, "data");
        }

        /// <summary>Reports how much of the game is loaded: fraction is from 0 to 1.</summary>
        /// <remarks>Protocol name: LoadingProgress. Fails with Timeout after 15 seconds.</remarks>
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
        /// <remarks>Protocol name: LoadingReady. Fails with Timeout after 15 seconds.</remarks>
        public static async Task LoadingReadyAsync()
        {
            await CallParsedAsync("LoadingReady", new Dictionary<string, object>());
        }

        /// <summary>The player starts playing: a level begins or a menu closes.</summary>
        /// <remarks>Protocol name: GameStarted. Fails with Timeout after 15 seconds.</remarks>
        public static async Task GameStartedAsync()
        {
            await CallParsedAsync("GameStarted", new Dictionary<string, object>());
        }

        /// <summary>The player stops playing: a level is over or a menu opens.</summary>
        /// <remarks>Protocol name: GameStopped. Fails with Timeout after 15 seconds.</remarks>
        public static async Task GameStoppedAsync()
        {
            await CallParsedAsync("GameStopped", new Dictionary<string, object>());
        }

        /// <summary>Whether the player would be asked for a review now.</summary>
        /// <remarks>Protocol name: CanReview. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> CanReviewAsync()
        {
            object answer = await CallParsedAsync("CanReview", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "canReview");
        }

        /// <summary>Asks the player for a review. True if they were asked.</summary>
        /// <remarks>Protocol name: RequestReview. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> RequestReviewAsync()
        {
            object answer = await CallParsedAsync("RequestReview", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "shown");
        }

        /// <summary>Whether the player may review the game, and their rating.</summary>
        /// <remarks>Protocol name: ReviewInfo. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<PlayerReviewState> ReviewInfoAsync()
        {
            return PlayerReviewState.Read(await CallParsedAsync("ReviewInfo", new Dictionary<string, object>()));
        }

        /// <summary>The legal documents of the portal and of this game.</summary>
        /// <remarks>Protocol name: GetDocuments. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<LegalDocument[]> DocumentsAsync()
        {
            object answer = await CallParsedAsync("GetDocuments", new Dictionary<string, object>());
            return FxIdJson.List(answer, "documents", LegalDocument.Read);
        }

        /// <summary>The documents that the player has accepted, and when.</summary>
        /// <remarks>Protocol name: GetAcceptedDocuments. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<DocumentAcceptance[]> AcceptedDocumentsAsync()
        {
            object answer = await CallParsedAsync("GetAcceptedDocuments", new Dictionary<string, object>());
            return FxIdJson.List(answer, "accepted", DocumentAcceptance.Read);
        }

        /// <summary>Asks the player to accept a version of a document.</summary>
        /// <remarks>Protocol name: AcceptDocument. Waits for the player, without a timeout.</remarks>
        public static async Task<bool> AcceptDocumentAsync(string documentId, string documentVersionId)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "documentId", documentId);
            Add(request, "documentVersionId", documentVersionId);
            object answer = await CallParsedAsync("AcceptDocument", request);
            return FxIdJson.Flag(answer, "accepted");
        }

        /// <summary>The player's save in this game. If this device and the account have different saves, the player chooses first, or the game, if it sets resolvesConflicts and answers the event SaveConflict.</summary>
        /// <remarks>Protocol name: ReadSave. Waits for the player, without a timeout.</remarks>
        public static async Task<GameSave> ReadSaveAsync(bool? resolvesConflicts = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "resolvesConflicts", resolvesConflicts);
            return GameSave.Read(await CallParsedAsync("ReadSave", request));
        }

        /// <summary>Changes keys of the save. Succeeds when the change is stored on the device; the portal sends it to the account within about a second. The summary describes the save to the player: "Level 12".</summary>
        /// <remarks>Protocol name: WriteSave. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="values">Texts by name.</param>
        public static async Task WriteSaveAsync(
            IDictionary<string, object> values = null,
            string[] remove = null,
            bool? clear = null,
            string summary = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "values", values);
            Add(request, "remove", remove);
            Add(request, "clear", clear);
            Add(request, "summary", summary);
            await CallParsedAsync("WriteSave", request);
        }

        /// <summary>Sends waiting changes now. False if they are only on this device; the portal sends them later.</summary>
        /// <remarks>Protocol name: FlushSave. Fails with Timeout after 15 seconds.</remarks>
        public static async Task<bool> FlushSaveAsync()
        {
            object answer = await CallParsedAsync("FlushSave", new Dictionary<string, object>());
            return FxIdJson.Flag(answer, "saved");
        }

        /// <summary>The game's answer to the event SaveConflict. For "merged", values is the merged save.</summary>
        /// <remarks>Protocol name: ResolveSaveConflict. Fails with Timeout after 15 seconds.</remarks>
        /// <param name="keep">One of SaveChoice.</param>
        /// <param name="values">Texts by name.</param>
        public static async Task ResolveSaveConflictAsync(
            string keep,
            IDictionary<string, object> values = null,
            string summary = null)
        {
            Dictionary<string, object> request = new Dictionary<string, object>();
            Add(request, "keep", keep);
            Add(request, "values", values);
            Add(request, "summary", summary);
            await CallParsedAsync("ResolveSaveConflict", request);
        }

        private static void Add(Dictionary<string, object> request, string name, object value)
        {
            if (value != null) request[name] = value;
        }
    }
}
