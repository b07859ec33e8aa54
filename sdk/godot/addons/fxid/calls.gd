extends Node
# Generated from the bridge's protocol by `npm run bindings`: do not edit.
# Every call and every event of the bridge; fxid.gd extends this.

## The availability of rewarded ads has changed.
signal ads_video_available(data: Types.AdsVideoAvailableData)
## The availability of interstitial ads has changed.
signal ads_interstitial_available(data: Types.AdsVideoAvailableData)
## The player watched an ad to the end.
signal ads_finished(data: Types.AdsFinishedData)
## An ad could not be shown.
signal ads_failed(data: Types.AdsFailedData)
## The player closed an ad before its end.
signal ads_skipped(data: Types.AdsFinishedData)
## The game got or lost the focus.
signal focus_changed(data: Types.FocusChangedData)
## The player has changed or signed in.
signal user_info_changed(data: Types.PlayerInfo)
## The device was rotated.
signal orientation_changed(data: Types.OrientationChangedData)
## The portal's language has changed.
signal language_changed(data: Types.LanguageChangedData)
## The player's consent to analytics has changed.
signal consent_status(data: Types.ConsentStatusData)
## An event of the platform's own SDK, by its name there.
signal platform_sdk_event(data: Types.PlatformSdkEventData)
## The player asked for help with the portal's button. The portal opens its support form.
signal support_request
## An event of the game has advanced a quest.
signal quest_progress(data: Types.Quest)
## The player has unlocked an achievement of this game.
signal achievement_unlocked(data: Types.Achievement)
## The save has changed, but not by this game's writes: read it again.
signal save_changed(data: Types.SaveChangedData)
## The save on this device and the save of the account differ. Only for games that read with resolvesConflicts.
signal save_conflict(data: Types.SaveConflictData)
## The player is leaving. The connection closes and the frame is removed.
signal leaving
## Stop time and sound: the focus is lost or an ad is shown.
signal pause(data: Types.PauseData)
## Continue.
signal resume(data: Types.PauseData)

const Types := preload("res://addons/fxid/types.gd")
const EVENTS: Array[String] = [
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
]


## Any method by its name on the wire. Returns {"result": …} or {"error": {"code": …, "message": …}}.
func call_method(_method: String, _params: Dictionary = {}) -> Dictionary:
	return {"error": {"code": "NotInitialized", "message": "fxid.gd answers calls."}}


## Fetches the player info again, because its tokens expire soon.
## Fails with Timeout after 15 seconds.
## Protocol name: GetInfo.
func refresh_player() -> Types.PlayerInfoAnswer:
	var answer := Types.PlayerInfoAnswer.new()
	var data: Variant = answer.read(await call_method("GetInfo"))
	if answer.ok:
		answer.result = Types.PlayerInfo.from(data)
	return answer


## Whether the game should hide parts of its own interface here.
## Fails with Timeout after 15 seconds.
## Protocol name: SocialSettings.
func ui_settings() -> Types.UiSettingsAnswer:
	var answer := Types.UiSettingsAnswer.new()
	var data: Variant = answer.read(await call_method("SocialSettings"))
	if answer.ok:
		answer.result = Types.UiSettings.from(data.get("ui"))
	return answer


## Buys a product. Grant it only after your server has confirmed the purchase, or when Purchases lists it.
## Call it from a click, or it fails with GestureRequired. Waits for the player, without a timeout.
## Protocol name: BuyProduct.
func purchase(
		sku: String,
		developer_payload := "",
		product_name_hint := "",
		product_description_hint := "",
) -> Types.PurchaseResultAnswer:
	var request := {"sku": sku}
	if developer_payload != "":
		request["developerPayload"] = developer_payload
	if product_name_hint != "":
		request["productNameHint"] = product_name_hint
	if product_description_hint != "":
		request["productDescriptionHint"] = product_description_hint
	var answer := Types.PurchaseResultAnswer.new()
	var data: Variant = answer.read(await call_method("BuyProduct", request))
	if answer.ok:
		answer.result = Types.PurchaseResult.from(data)
	return answer


## What the player has paid for and the game hasn't consumed, oldest first. Only for games whose purchases the page receives; others get NotSupported.
## Fails with Timeout after 15 seconds.
## Protocol name: GetPurchases.
func purchases() -> Types.PaidPurchasesAnswer:
	var answer := Types.PaidPurchasesAnswer.new()
	var data: Variant = answer.read(await call_method("GetPurchases"))
	if answer.ok:
		for each: Variant in data.get("purchases", []):
			answer.result.append(Types.PaidPurchase.from(each))
	return answer


## Ends a purchase after the game has granted it. False if it was consumed before: grant nothing again.
## Fails with Timeout after 15 seconds.
## Protocol name: ConsumePurchase.
func consume_purchase(purchase_id: String) -> Types.FlagAnswer:
	var request := {"purchaseId": purchase_id}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("ConsumePurchase", request))
	if answer.ok:
		answer.result = bool(data.get("consumed"))
	return answer


## The products for sale, with prices for this player.
## Fails with Timeout after 15 seconds.
## Protocol name: DefaultStoreFront.
func products() -> Types.StoreFrontAnswer:
	var answer := Types.StoreFrontAnswer.new()
	var data: Variant = answer.read(await call_method("DefaultStoreFront"))
	if answer.ok:
		answer.result = Types.StoreFront.from(data)
	return answer


## Shows a page over the game until the player closes it.
## Waits for the player, without a timeout.
## Protocol name: OpenModal.
func open_page(url: String, title := "", fullscreen: Variant = null) -> Types.Answer:
	var request := {"url": url}
	if title != "":
		request["title"] = title
	if fullscreen != null:
		request["fullscreen"] = fullscreen
	var answer := Types.Answer.new()
	answer.read(await call_method("OpenModal", request))
	return answer


## Opens the sign-in. Fails with UserCancelled if the player closes it.
## Waits for the player, without a timeout.
## Protocol name: AuthenticateUser.
func sign_in() -> Types.SignInResultAnswer:
	var answer := Types.SignInResultAnswer.new()
	var data: Variant = answer.read(await call_method("AuthenticateUser"))
	if answer.ok:
		answer.result = Types.SignInResult.from(data)
	return answer


## Asks the player to allow notifications. False if they refuse.
## Waits for the player, without a timeout.
## Protocol name: PushRegister.
func register_push() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("PushRegister"))
	if answer.ok:
		answer.result = bool(data.get("registered"))
	return answer


## The part after # of the portal's URL.
## Fails with Timeout after 15 seconds.
## Protocol name: GetUrlHash.
func url_hash() -> Types.TextAnswer:
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("GetUrlHash"))
	if answer.ok:
		answer.result = str(data.get("hash"))
	return answer


## Sets the part after # of the portal's URL. An empty string removes it.
## Fails with Timeout after 15 seconds.
## Protocol name: SetUrlHash.
func set_url_hash(hash: String) -> Types.Answer:
	var request := {"hash": hash}
	var answer := Types.Answer.new()
	answer.read(await call_method("SetUrlHash", request))
	return answer


## Shares a link with the platform's share dialog. The portal shows a QR code and a copy button.
## Waits for the player, without a timeout.
## The result is one of ShareOutcome.
## Protocol name: ShowLinkShareModal.
func share_link(link: String, title := "", image := "") -> Types.TextAnswer:
	var request := {"link": link}
	if title != "":
		request["title"] = title
	if image != "":
		request["image"] = image
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("ShowLinkShareModal", request))
	if answer.ok:
		answer.result = str(data.get("outcome"))
	return answer


## Copies the text to the clipboard. If that is not allowed, shows the text so that the player can copy it.
## Waits for the player, without a timeout.
## Protocol name: CopyText.
func copy_text(text: String) -> Types.FlagAnswer:
	var request := {"text": text}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("CopyText", request))
	if answer.ok:
		answer.result = bool(data.get("copied"))
	return answer


## Opens the support form. False if the player sent nothing.
## Waits for the player, without a timeout.
## Protocol name: RequestSupport.
func request_support(message := "") -> Types.FlagAnswer:
	var request := {}
	if message != "":
		request["message"] = message
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("RequestSupport", request))
	if answer.ok:
		answer.result = bool(data.get("sent"))
	return answer


## Shows a QR code with which the player continues this game in the portal on another device.
## Waits for the player, without a timeout.
## Protocol name: ContinueOnOtherDevice.
func continue_on_other_device() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("ContinueOnOtherDevice"))
	return answer


## Sets what friends see that the player is doing.
## Fails with Timeout after 15 seconds.
## Protocol name: SetStatus.
func set_status(status: String, name := "", priority: Variant = null) -> Types.Answer:
	var request := {"status": status}
	if name != "":
		request["name"] = name
	if priority != null:
		request["priority"] = priority
	var answer := Types.Answer.new()
	answer.read(await call_method("SetStatus", request))
	return answer


## Whether a rewarded ad can be shown now.
## Fails with Timeout after 15 seconds.
## Protocol name: AdsVideoReady.
func rewarded_ready(placement := "") -> Types.FlagAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AdsVideoReady", request))
	if answer.ok:
		answer.result = bool(data.get("ready"))
	return answer


## Shows a rewarded ad. Give the reward only if the outcome is "finished". If there is no ad, the outcome is "failed", with a reason.
## Waits for the player, without a timeout.
## Protocol name: AdsVideoShow.
func show_rewarded(placement := "") -> Types.AdResultAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.AdResultAnswer.new()
	var data: Variant = answer.read(await call_method("AdsVideoShow", request))
	if answer.ok:
		answer.result = Types.AdResult.from(data)
	return answer


## Whether an interstitial ad can be shown now.
## Fails with Timeout after 15 seconds.
## Protocol name: AdsInterstitialReady.
func interstitial_ready(placement := "") -> Types.FlagAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AdsInterstitialReady", request))
	if answer.ok:
		answer.result = bool(data.get("ready"))
	return answer


## Shows an interstitial ad. If there is no ad, the outcome is "failed", with a reason.
## Waits for the player, without a timeout.
## Protocol name: AdsInterstitialShow.
func show_interstitial(placement := "") -> Types.AdResultAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.AdResultAnswer.new()
	var data: Variant = answer.read(await call_method("AdsInterstitialShow", request))
	if answer.ok:
		answer.result = Types.AdResult.from(data)
	return answer


## Shows a banner next to the game.
## Fails with Timeout after 15 seconds.
## Protocol name: StickyBannerShow.
func show_banner() -> Types.ShowBannerResultAnswer:
	var answer := Types.ShowBannerResultAnswer.new()
	var data: Variant = answer.read(await call_method("StickyBannerShow"))
	if answer.ok:
		answer.result = Types.ShowBannerResult.from(data)
	return answer


## Hides the banner.
## Fails with Timeout after 15 seconds.
## Protocol name: StickyBannerHide.
func hide_banner() -> Types.HideBannerResultAnswer:
	var answer := Types.HideBannerResultAnswer.new()
	var data: Variant = answer.read(await call_method("StickyBannerHide"))
	if answer.ok:
		answer.result = Types.HideBannerResult.from(data)
	return answer


## Starts statistics and sends the events queued before.
## Fails with Timeout after 15 seconds.
## Protocol name: StatInitialize.
func initialize_stats(properties := {}) -> Types.Answer:
	var request := {}
	if not properties.is_empty():
		request["properties"] = properties
	var answer := Types.Answer.new()
	answer.read(await call_method("StatInitialize", request))
	return answer


## Sends an analytics event. Queued until statistics are started.
## Fails with Timeout after 15 seconds.
## Protocol name: StatEvent.
func send_stat(name: String, parameters := {}) -> Types.Answer:
	var request := {"name": name}
	if not parameters.is_empty():
		request["parameters"] = parameters
	var answer := Types.Answer.new()
	answer.read(await call_method("StatEvent", request))
	return answer


## Sends an event for quests and other games. False if event rules filter it out or the player isn't signed in.
## Fails with Timeout after 15 seconds.
## Protocol name: SendInGameEvent.
func send_game_event(
		event_code: String,
		value: Variant = null,
		p1 := "",
		p2 := "",
		p3 := "",
) -> Types.FlagAnswer:
	var request := {"eventCode": event_code}
	if value != null:
		request["value"] = value
	if p1 != "":
		request["p1"] = p1
	if p2 != "":
		request["p2"] = p2
	if p3 != "":
		request["p3"] = p3
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("SendInGameEvent", request))
	if answer.ok:
		answer.result = bool(data.get("sent"))
	return answer


## The player's quests in this game. The event QuestProgress reports when one advances.
## Fails with Timeout after 15 seconds.
## Protocol name: GetQuests.
func quests() -> Types.QuestsAnswer:
	var answer := Types.QuestsAnswer.new()
	var data: Variant = answer.read(await call_method("GetQuests"))
	if answer.ok:
		for each: Variant in data.get("quests", []):
			answer.result.append(Types.Quest.from(each))
	return answer


## Submits a score of the player. Fails with InvalidRequest outside the bounds of the leaderboard, and with TooManyRequests above its rate.
## Fails with Timeout after 15 seconds.
## Protocol name: SubmitScore.
func submit_score(board: String, score: int) -> Types.ScoreResultAnswer:
	var request := {"board": board, "score": score}
	var answer := Types.ScoreResultAnswer.new()
	var data: Variant = answer.read(await call_method("SubmitScore", request))
	if answer.ok:
		answer.result = Types.ScoreResult.from(data)
	return answer


## The best entries; with view, those around the player, or those of the player and friends.
## Fails with Timeout after 15 seconds.
## Protocol name: GetLeaderboard.
func leaderboard(
		board: String,
		view := "",
		period := "",
		ago: Variant = null,
		limit: Variant = null,
) -> Types.LeaderboardPageAnswer:
	var request := {"board": board}
	if view != "":
		request["view"] = view
	if period != "":
		request["period"] = period
	if ago != null:
		request["ago"] = ago
	if limit != null:
		request["limit"] = limit
	var answer := Types.LeaderboardPageAnswer.new()
	var data: Variant = answer.read(await call_method("GetLeaderboard", request))
	if answer.ok:
		answer.result = Types.LeaderboardPage.from(data)
	return answer


## Shows the game's leaderboards over the game until the player closes them.
## Waits for the player, without a timeout.
## Protocol name: ShowLeaderboard.
func show_leaderboard(board := "") -> Types.Answer:
	var request := {}
	if board != "":
		request["board"] = board
	var answer := Types.Answer.new()
	answer.read(await call_method("ShowLeaderboard", request))
	return answer


## This game's achievements with the player's progress. Hidden ones are listed once they are unlocked.
## Fails with Timeout after 15 seconds.
## Protocol name: GetAchievements.
func achievements() -> Types.AchievementsAnswer:
	var answer := Types.AchievementsAnswer.new()
	var data: Variant = answer.read(await call_method("GetAchievements"))
	if answer.ok:
		for each: Variant in data.get("achievements", []):
			answer.result.append(Types.Achievement.from(each))
	return answer


## Unlocks an achievement. False if the player had unlocked it before.
## Fails with Timeout after 15 seconds.
## Protocol name: UnlockAchievement.
func unlock_achievement(code: String) -> Types.FlagAnswer:
	var request := {"code": code}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("UnlockAchievement", request))
	if answer.ok:
		answer.result = bool(data.get("unlocked"))
	return answer


## Sets the player's whole progress in an achievement. True if this has unlocked it.
## Fails with Timeout after 15 seconds.
## Protocol name: SetAchievementProgress.
func set_achievement_progress(code: String, progress: int) -> Types.FlagAnswer:
	var request := {"code": code, "progress": progress}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("SetAchievementProgress", request))
	if answer.ok:
		answer.result = bool(data.get("unlocked"))
	return answer


## Pushes data to the page's tag manager.
## Fails with Timeout after 15 seconds.
## Protocol name: GoogleTagManagerPushToDataLayer.
func push_tag(data: Dictionary) -> Types.Answer:
	var request := {"data": data}
	var answer := Types.Answer.new()
	answer.read(await call_method("GoogleTagManagerPushToDataLayer", request))
	return answer


## The player's friends. The uid of a friend who plays this game equals that player's own social.userId.
## Needs the capability FriendsList, or it fails with NotSupported. Fails with Timeout after 30 seconds.
## Protocol name: GetFriends.
func friends() -> Types.FriendsAnswer:
	var answer := Types.FriendsAnswer.new()
	var data: Variant = answer.read(await call_method("GetFriends"))
	if answer.ok:
		for each: Variant in data.get("friends", []):
			answer.result.append(Types.Friend.from(each))
	return answer


## Shows the player's friends; those in uids are preselected.
## Waits for the player, without a timeout.
## Protocol name: InviteFriends.
func invite_friends(message := "", uids: Array[String] = [], image := "") -> Types.InviteResultAnswer:
	var request := {}
	if message != "":
		request["message"] = message
	if not uids.is_empty():
		request["uids"] = uids
	if image != "":
		request["image"] = image
	var answer := Types.InviteResultAnswer.new()
	var data: Variant = answer.read(await call_method("InviteFriends", request))
	if answer.ok:
		answer.result = Types.InviteResult.from(data)
	return answer


## Asks the player to visit the game's community. False if they decline.
## Waits for the player, without a timeout.
## Protocol name: JoinCommunity.
func join_community() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("JoinCommunity"))
	if answer.ok:
		answer.result = bool(data.get("joined"))
	return answer


## True if the game is now among the player's favourites.
## Waits for the player, without a timeout.
## Protocol name: AddToFavorites.
func add_to_favorites() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AddToFavorites"))
	if answer.ok:
		answer.result = bool(data.get("added"))
	return answer


## Changes the portal's language. Returns the new language.
## Fails with Timeout after 15 seconds.
## Protocol name: ChangeLanguage.
func change_language(language: String) -> Types.TextAnswer:
	var request := {"language": language}
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("ChangeLanguage", request))
	if answer.ok:
		answer.result = str(data.get("language"))
	return answer


## The text with profanity masked.
## Fails with Timeout after 15 seconds.
## Protocol name: WordsFilter.
func filter_words(text: String) -> Types.FilteredTextAnswer:
	var request := {"text": text}
	var answer := Types.FilteredTextAnswer.new()
	var data: Variant = answer.read(await call_method("WordsFilter", request))
	if answer.ok:
		answer.result = Types.FilteredText.from(data)
	return answer


## Whether the player has consented to analytics.
## Fails with Timeout after 15 seconds.
## The result is one of ConsentStatus.
## Protocol name: ConsentManagerStatus.
func get_consent_status() -> Types.TextAnswer:
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("ConsentManagerStatus"))
	if answer.ok:
		answer.result = str(data.get("status"))
	return answer


## Passes a call unchanged to VK's own SDK. On VK only.
## Waits for the player, without a timeout.
## Protocol name: SendVkBridge.
func send_vk_bridge(method: String, params: Variant = null) -> Types.JsonAnswer:
	var request := {"method": method}
	if params != null:
		request["params"] = params
	var answer := Types.JsonAnswer.new()
	var data: Variant = answer.read(await call_method("SendVkBridge", request))
	if answer.ok:
		answer.result = data.get("data")
	return answer


## Passes a call unchanged to CrazyGames' own SDK. On CrazyGames only.
## Waits for the player, without a timeout.
## Protocol name: SendCrazyGamesSdk.
func send_crazy_games_sdk(method: String, params: Variant = null) -> Types.JsonAnswer:
	var request := {"method": method}
	if params != null:
		request["params"] = params
	var answer := Types.JsonAnswer.new()
	var data: Variant = answer.read(await call_method("SendCrazyGamesSdk", request))
	if answer.ok:
		answer.result = data.get("data")
	return answer


## Reports how much of the game is loaded: fraction is from 0 to 1.
## Fails with Timeout after 15 seconds.
## Protocol name: LoadingProgress.
func loading_progress(
		fraction: float,
		loaded_bytes: Variant = null,
		total_bytes: Variant = null,
) -> Types.Answer:
	var request := {"fraction": fraction}
	if loaded_bytes != null:
		request["loadedBytes"] = loaded_bytes
	if total_bytes != null:
		request["totalBytes"] = total_bytes
	var answer := Types.Answer.new()
	answer.read(await call_method("LoadingProgress", request))
	return answer


## The game can be played: the portal removes its loading screen.
## Fails with Timeout after 15 seconds.
## Protocol name: LoadingReady.
func loading_ready() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("LoadingReady"))
	return answer


## The player starts playing: a level begins or a menu closes.
## Fails with Timeout after 15 seconds.
## Protocol name: GameStarted.
func game_started() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("GameStarted"))
	return answer


## The player stops playing: a level is over or a menu opens.
## Fails with Timeout after 15 seconds.
## Protocol name: GameStopped.
func game_stopped() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("GameStopped"))
	return answer


## Whether the player would be asked for a review now.
## Fails with Timeout after 15 seconds.
## Protocol name: CanReview.
func can_review() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("CanReview"))
	if answer.ok:
		answer.result = bool(data.get("canReview"))
	return answer


## Asks the player for a review. True if they were asked.
## Waits for the player, without a timeout.
## Protocol name: RequestReview.
func request_review() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("RequestReview"))
	if answer.ok:
		answer.result = bool(data.get("shown"))
	return answer


## Whether the player may review the game, and their rating.
## Fails with Timeout after 15 seconds.
## Protocol name: ReviewInfo.
func review_info() -> Types.PlayerReviewStateAnswer:
	var answer := Types.PlayerReviewStateAnswer.new()
	var data: Variant = answer.read(await call_method("ReviewInfo"))
	if answer.ok:
		answer.result = Types.PlayerReviewState.from(data)
	return answer


## The legal documents of the portal and of this game.
## Fails with Timeout after 15 seconds.
## Protocol name: GetDocuments.
func documents() -> Types.LegalDocumentsAnswer:
	var answer := Types.LegalDocumentsAnswer.new()
	var data: Variant = answer.read(await call_method("GetDocuments"))
	if answer.ok:
		for each: Variant in data.get("documents", []):
			answer.result.append(Types.LegalDocument.from(each))
	return answer


## The documents that the player has accepted, and when.
## Fails with Timeout after 15 seconds.
## Protocol name: GetAcceptedDocuments.
func accepted_documents() -> Types.DocumentAcceptancesAnswer:
	var answer := Types.DocumentAcceptancesAnswer.new()
	var data: Variant = answer.read(await call_method("GetAcceptedDocuments"))
	if answer.ok:
		for each: Variant in data.get("accepted", []):
			answer.result.append(Types.DocumentAcceptance.from(each))
	return answer


## Asks the player to accept a version of a document.
## Waits for the player, without a timeout.
## Protocol name: AcceptDocument.
func accept_document(document_id: String, document_version_id: String) -> Types.FlagAnswer:
	var request := {"documentId": document_id, "documentVersionId": document_version_id}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AcceptDocument", request))
	if answer.ok:
		answer.result = bool(data.get("accepted"))
	return answer


## The player's save in this game. If this device and the account have different saves, the player chooses first, or the game, if it sets resolvesConflicts and answers the event SaveConflict.
## Waits for the player, without a timeout.
## Protocol name: ReadSave.
func read_save(resolves_conflicts: Variant = null) -> Types.GameSaveAnswer:
	var request := {}
	if resolves_conflicts != null:
		request["resolvesConflicts"] = resolves_conflicts
	var answer := Types.GameSaveAnswer.new()
	var data: Variant = answer.read(await call_method("ReadSave", request))
	if answer.ok:
		answer.result = Types.GameSave.from(data)
	return answer


## Changes keys of the save. Succeeds when the change is stored on the device; the portal sends it to the account within about a second. The summary describes the save to the player: "Level 12".
## Fails with Timeout after 15 seconds.
## Protocol name: WriteSave.
func write_save(
		values := {},
		remove: Array[String] = [],
		clear: Variant = null,
		summary := "",
) -> Types.Answer:
	var request := {}
	if not values.is_empty():
		request["values"] = values
	if not remove.is_empty():
		request["remove"] = remove
	if clear != null:
		request["clear"] = clear
	if summary != "":
		request["summary"] = summary
	var answer := Types.Answer.new()
	answer.read(await call_method("WriteSave", request))
	return answer


## Sends waiting changes now. False if they are only on this device; the portal sends them later.
## Fails with Timeout after 15 seconds.
## Protocol name: FlushSave.
func flush_save() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("FlushSave"))
	if answer.ok:
		answer.result = bool(data.get("saved"))
	return answer


## The game's answer to the event SaveConflict. For "merged", values is the merged save.
## Fails with Timeout after 15 seconds.
## Protocol name: ResolveSaveConflict.
func resolve_save_conflict(keep: String, values := {}, summary := "") -> Types.Answer:
	var request := {"keep": keep}
	if not values.is_empty():
		request["values"] = values
	if summary != "":
		request["summary"] = summary
	var answer := Types.Answer.new()
	answer.read(await call_method("ResolveSaveConflict", request))
	return answer


func _emit(event_name: String, data: Dictionary) -> void:
	match event_name:
		"adsVideoAvailable":
			ads_video_available.emit(Types.AdsVideoAvailableData.from(data))
		"adsInterstitialAvailable":
			ads_interstitial_available.emit(Types.AdsVideoAvailableData.from(data))
		"adsFinished":
			ads_finished.emit(Types.AdsFinishedData.from(data))
		"adsFailed":
			ads_failed.emit(Types.AdsFailedData.from(data))
		"adsSkipped":
			ads_skipped.emit(Types.AdsFinishedData.from(data))
		"focusChanged":
			focus_changed.emit(Types.FocusChangedData.from(data))
		"userInfoChanged":
			user_info_changed.emit(Types.PlayerInfo.from(data))
		"orientationChanged":
			orientation_changed.emit(Types.OrientationChangedData.from(data))
		"languageChanged":
			language_changed.emit(Types.LanguageChangedData.from(data))
		"consentStatus":
			consent_status.emit(Types.ConsentStatusData.from(data))
		"platformSdkEvent":
			platform_sdk_event.emit(Types.PlatformSdkEventData.from(data))
		"supportRequest":
			support_request.emit()
		"questProgress":
			quest_progress.emit(Types.Quest.from(data))
		"achievementUnlocked":
			achievement_unlocked.emit(Types.Achievement.from(data))
		"saveChanged":
			save_changed.emit(Types.SaveChangedData.from(data))
		"saveConflict":
			save_conflict.emit(Types.SaveConflictData.from(data))
		"leaving":
			leaving.emit()
		"pause":
			pause.emit(Types.PauseData.from(data))
		"resume":
			resume.emit(Types.PauseData.from(data))
