extends Node
# Generated from the bridge's protocol by `npm run bindings`: do not change it by hand.
# Every call and every event of the bridge; fxid.gd is built on it.

## A rewarded ad can be shown now, or no longer.
signal ads_video_available(data: Types.AdsVideoAvailableData)
## An interstitial ad can be shown now, or no longer.
signal ads_interstitial_available(data: Types.AdsVideoAvailableData)
## An ad was watched to its end.
signal ads_finished(data: Types.AdsFinishedData)
## An ad could not be shown.
signal ads_failed(data: Types.AdsFailedData)
## An ad was closed before its end.
signal ads_skipped(data: Types.AdsFinishedData)
## The game got the focus, or lost it for a reason.
signal focus_changed(data: Types.FocusChangedData)
## Another player plays now, or the player has signed in.
signal user_info_changed(data: Types.PlayerInfo)
## The device was turned.
signal orientation_changed(data: Types.OrientationChangedData)
## The portal's language is another one now.
signal language_changed(data: Types.LanguageChangedData)
## The player has agreed to be counted, or no longer agrees.
signal consent_status(data: Types.ConsentStatusData)
## The player asked for help by the portal's own button. The portal's form is open.
signal support_request
## The player leaves: the connection ends, and the frame goes away.
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
	"supportRequest",
	"leaving",
	"pause",
	"resume",
]


## Any method by its name on the wire. Returns {"result": …} or {"error": {"code": …, "message": …}}.
func call_method(_method: String, _params: Dictionary = {}) -> Dictionary:
	return {"error": {"code": "NotInitialized", "message": "fxid.gd answers calls."}}


## Asks again who plays and where. Tokens have a short life.
## Fails with Timeout after 15 seconds.
## On the wire: GetInfo.
func refresh_player() -> Types.PlayerInfoAnswer:
	var answer := Types.PlayerInfoAnswer.new()
	var data: Variant = answer.read(await call_method("GetInfo"))
	if answer.ok:
		answer.result = Types.PlayerInfo.from(data)
	return answer


## Whether the game should hide parts of its own interface here.
## Fails with Timeout after 15 seconds.
## On the wire: SocialSettings.
func ui_settings() -> Types.UiSettingsAnswer:
	var answer := Types.UiSettingsAnswer.new()
	var data: Variant = answer.read(await call_method("SocialSettings"))
	if answer.ok:
		answer.result = Types.UiSettings.from(data.get("ui"))
	return answer


## Buys a product. Give goods only after your server has learned of the purchase.
## Call it from a click, or it fails with GestureRequired. Waits for the player, however long.
## On the wire: BuyProduct.
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


## What is for sale here, with prices for this player.
## Fails with Timeout after 15 seconds.
## On the wire: DefaultStoreFront.
func products() -> Types.StoreFrontAnswer:
	var answer := Types.StoreFrontAnswer.new()
	var data: Variant = answer.read(await call_method("DefaultStoreFront"))
	if answer.ok:
		answer.result = Types.StoreFront.from(data)
	return answer


## Shows a page over the game, until the player closes it.
## Waits for the player, however long.
## On the wire: OpenModal.
func open_page(url: String, title := "", fullscreen: Variant = null) -> Types.Answer:
	var request := {"url": url}
	if title != "":
		request["title"] = title
	if fullscreen != null:
		request["fullscreen"] = fullscreen
	var answer := Types.Answer.new()
	answer.read(await call_method("OpenModal", request))
	return answer


## Opens the sign-in. UserCancelled if the player closes it.
## Waits for the player, however long.
## On the wire: AuthenticateUser.
func sign_in() -> Types.SignInResultAnswer:
	var answer := Types.SignInResultAnswer.new()
	var data: Variant = answer.read(await call_method("AuthenticateUser"))
	if answer.ok:
		answer.result = Types.SignInResult.from(data)
	return answer


## Asks the player to allow notifications. False if they refuse.
## Waits for the player, however long.
## On the wire: PushRegister.
func register_push() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("PushRegister"))
	if answer.ok:
		answer.result = bool(data.get("registered"))
	return answer


## The part after # of the portal's address.
## Fails with Timeout after 15 seconds.
## On the wire: GetUrlHash.
func url_hash() -> Types.TextAnswer:
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("GetUrlHash"))
	if answer.ok:
		answer.result = str(data.get("hash"))
	return answer


## Sets the part after # of the portal's address. An empty text removes it.
## Fails with Timeout after 15 seconds.
## On the wire: SetUrlHash.
func set_url_hash(hash: String) -> Types.Answer:
	var request := {"hash": hash}
	var answer := Types.Answer.new()
	answer.read(await call_method("SetUrlHash", request))
	return answer


## Shares a link in the platform's own way; on the portal it is shown as a QR code and can be copied.
## Waits for the player, however long.
## The result is one of ShareOutcome.
## On the wire: ShowLinkShareModal.
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


## Writes to the clipboard. Where that is not allowed, shows the text to be copied by hand.
## Waits for the player, however long.
## On the wire: CopyText.
func copy_text(text: String) -> Types.FlagAnswer:
	var request := {"text": text}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("CopyText", request))
	if answer.ok:
		answer.result = bool(data.get("copied"))
	return answer


## Opens the form by which a player reports an issue. False if nothing was sent.
## Waits for the player, however long.
## On the wire: RequestSupport.
func request_support(message := "") -> Types.FlagAnswer:
	var request := {}
	if message != "":
		request["message"] = message
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("RequestSupport", request))
	if answer.ok:
		answer.result = bool(data.get("sent"))
	return answer


## Sets what friends see that the player is doing.
## Fails with Timeout after 15 seconds.
## On the wire: SetStatus.
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
## On the wire: AdsVideoReady.
func rewarded_ready(placement := "") -> Types.FlagAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AdsVideoReady", request))
	if answer.ok:
		answer.result = bool(data.get("ready"))
	return answer


## Shows a rewarded ad. Give the reward only if the outcome is "finished". A missing ad is "failed", with a reason.
## Waits for the player, however long.
## On the wire: AdsVideoShow.
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
## On the wire: AdsInterstitialReady.
func interstitial_ready(placement := "") -> Types.FlagAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AdsInterstitialReady", request))
	if answer.ok:
		answer.result = bool(data.get("ready"))
	return answer


## Shows an interstitial ad. A missing ad is "failed", with a reason.
## Waits for the player, however long.
## On the wire: AdsInterstitialShow.
func show_interstitial(placement := "") -> Types.AdResultAnswer:
	var request := {}
	if placement != "":
		request["placement"] = placement
	var answer := Types.AdResultAnswer.new()
	var data: Variant = answer.read(await call_method("AdsInterstitialShow", request))
	if answer.ok:
		answer.result = Types.AdResult.from(data)
	return answer


## Shows a banner beside the game.
## Fails with Timeout after 15 seconds.
## On the wire: StickyBannerShow.
func show_banner() -> Types.ShowBannerResultAnswer:
	var answer := Types.ShowBannerResultAnswer.new()
	var data: Variant = answer.read(await call_method("StickyBannerShow"))
	if answer.ok:
		answer.result = Types.ShowBannerResult.from(data)
	return answer


## Hides the banner.
## Fails with Timeout after 15 seconds.
## On the wire: StickyBannerHide.
func hide_banner() -> Types.HideBannerResultAnswer:
	var answer := Types.HideBannerResultAnswer.new()
	var data: Variant = answer.read(await call_method("StickyBannerHide"))
	if answer.ok:
		answer.result = Types.HideBannerResult.from(data)
	return answer


## Starts statistics. Events from before are kept and sent then.
## Fails with Timeout after 15 seconds.
## On the wire: StatInitialize.
func initialize_stats(properties := {}) -> Types.Answer:
	var request := {}
	if not properties.is_empty():
		request["properties"] = properties
	var answer := Types.Answer.new()
	answer.read(await call_method("StatInitialize", request))
	return answer


## Counts an event. Kept until statistics are started, then sent.
## Fails with Timeout after 15 seconds.
## On the wire: StatEvent.
func send_stat(name: String, parameters := {}) -> Types.Answer:
	var request := {"name": name}
	if not parameters.is_empty():
		request["parameters"] = parameters
	var answer := Types.Answer.new()
	answer.read(await call_method("StatEvent", request))
	return answer


## Sends an event of the game, for quests and other games. False if the game's rules do not want it.
## Fails with Timeout after 15 seconds.
## On the wire: SendInGameEvent.
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


## Pushes data to the page's tag manager.
## Fails with Timeout after 15 seconds.
## On the wire: GoogleTagManagerPushToDataLayer.
func push_tag(data: Dictionary) -> Types.Answer:
	var request := {"data": data}
	var answer := Types.Answer.new()
	answer.read(await call_method("GoogleTagManagerPushToDataLayer", request))
	return answer


## The player's friends. One who plays this game has the uid that is social.userId for that player.
## Needs the capability FriendsList, or it fails with NotSupported. Fails with Timeout after 30 seconds.
## On the wire: GetFriends.
func friends() -> Types.FriendsAnswer:
	var answer := Types.FriendsAnswer.new()
	var data: Variant = answer.read(await call_method("GetFriends"))
	if answer.ok:
		for each: Variant in data.get("friends", []):
			answer.result.append(Types.Friend.from(each))
	return answer


## Shows the player's friends, with those in uids already chosen.
## Waits for the player, however long.
## On the wire: InviteFriends.
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


## Asks the player to visit the place where players of the game meet. False if they stay.
## Waits for the player, however long.
## On the wire: JoinCommunity.
func join_community() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("JoinCommunity"))
	if answer.ok:
		answer.result = bool(data.get("joined"))
	return answer


## True if the game is among the player's favourites now.
## Waits for the player, however long.
## On the wire: AddToFavorites.
func add_to_favorites() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AddToFavorites"))
	if answer.ok:
		answer.result = bool(data.get("added"))
	return answer


## Changes the language of the portal. Returns the one it then has.
## Fails with Timeout after 15 seconds.
## On the wire: ChangeLanguage.
func change_language(language: String) -> Types.TextAnswer:
	var request := {"language": language}
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("ChangeLanguage", request))
	if answer.ok:
		answer.result = str(data.get("language"))
	return answer


## The text with its bad words masked.
## Fails with Timeout after 15 seconds.
## On the wire: WordsFilter.
func filter_words(text: String) -> Types.FilteredTextAnswer:
	var request := {"text": text}
	var answer := Types.FilteredTextAnswer.new()
	var data: Variant = answer.read(await call_method("WordsFilter", request))
	if answer.ok:
		answer.result = Types.FilteredText.from(data)
	return answer


## Whether the player has agreed to be counted.
## Fails with Timeout after 15 seconds.
## The result is one of ConsentStatus.
## On the wire: ConsentManagerStatus.
func get_consent_status() -> Types.TextAnswer:
	var answer := Types.TextAnswer.new()
	var data: Variant = answer.read(await call_method("ConsentManagerStatus"))
	if answer.ok:
		answer.result = str(data.get("status"))
	return answer


## A call of VK's own SDK, passed on as it is. On VK only.
## Waits for the player, however long.
## On the wire: SendVkBridge.
func send_vk_bridge(method: String, params: Variant = null) -> Types.JsonAnswer:
	var request := {"method": method}
	if params != null:
		request["params"] = params
	var answer := Types.JsonAnswer.new()
	var data: Variant = answer.read(await call_method("SendVkBridge", request))
	if answer.ok:
		answer.result = data.get("data")
	return answer


## A call of CrazyGames' own SDK, passed on as it is. On CrazyGames only.
## Waits for the player, however long.
## On the wire: SendCrazyGamesSdk.
func send_crazy_games_sdk(method: String, params: Variant = null) -> Types.JsonAnswer:
	var request := {"method": method}
	if params != null:
		request["params"] = params
	var answer := Types.JsonAnswer.new()
	var data: Variant = answer.read(await call_method("SendCrazyGamesSdk", request))
	if answer.ok:
		answer.result = data.get("data")
	return answer


## How much of the game is loaded: fraction from 0 to 1.
## Fails with Timeout after 15 seconds.
## On the wire: LoadingProgress.
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
## On the wire: LoadingReady.
func loading_ready() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("LoadingReady"))
	return answer


## The player plays: a level begins, a menu is closed.
## Fails with Timeout after 15 seconds.
## On the wire: GameStarted.
func game_started() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("GameStarted"))
	return answer


## The player does not play: a level is over, a menu is open.
## Fails with Timeout after 15 seconds.
## On the wire: GameStopped.
func game_stopped() -> Types.Answer:
	var answer := Types.Answer.new()
	answer.read(await call_method("GameStopped"))
	return answer


## Whether the player would be asked for a review now.
## Needs the capability RateApplication, or it fails with NotSupported. Fails with Timeout after 15 seconds.
## On the wire: CanReview.
func can_review() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("CanReview"))
	if answer.ok:
		answer.result = bool(data.get("canReview"))
	return answer


## Asks the player for a review. True if they were asked.
## Needs the capability RateApplication, or it fails with NotSupported. Waits for the player, however long.
## On the wire: RequestReview.
func request_review() -> Types.FlagAnswer:
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("RequestReview"))
	if answer.ok:
		answer.result = bool(data.get("shown"))
	return answer


## Whether the player may review the game, and the stars that they gave.
## Needs the capability RateApplication, or it fails with NotSupported. Fails with Timeout after 15 seconds.
## On the wire: ReviewInfo.
func review_info() -> Types.PlayerReviewStateAnswer:
	var answer := Types.PlayerReviewStateAnswer.new()
	var data: Variant = answer.read(await call_method("ReviewInfo"))
	if answer.ok:
		answer.result = Types.PlayerReviewState.from(data)
	return answer


## The legal documents of the portal and of this game.
## Fails with Timeout after 15 seconds.
## On the wire: GetDocuments.
func documents() -> Types.LegalDocumentsAnswer:
	var answer := Types.LegalDocumentsAnswer.new()
	var data: Variant = answer.read(await call_method("GetDocuments"))
	if answer.ok:
		for each: Variant in data.get("documents", []):
			answer.result.append(Types.LegalDocument.from(each))
	return answer


## What the player has accepted, and when.
## Fails with Timeout after 15 seconds.
## On the wire: GetAcceptedDocuments.
func accepted_documents() -> Types.DocumentAcceptancesAnswer:
	var answer := Types.DocumentAcceptancesAnswer.new()
	var data: Variant = answer.read(await call_method("GetAcceptedDocuments"))
	if answer.ok:
		for each: Variant in data.get("accepted", []):
			answer.result.append(Types.DocumentAcceptance.from(each))
	return answer


## Asks the player to accept a version of a document.
## Waits for the player, however long.
## On the wire: AcceptDocument.
func accept_document(document_id: String, document_version_id: String) -> Types.FlagAnswer:
	var request := {"documentId": document_id, "documentVersionId": document_version_id}
	var answer := Types.FlagAnswer.new()
	var data: Variant = answer.read(await call_method("AcceptDocument", request))
	if answer.ok:
		answer.result = bool(data.get("accepted"))
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
		"supportRequest":
			support_request.emit()
		"leaving":
			leaving.emit()
		"pause":
			pause.emit(Types.PauseData.from(data))
		"resume":
			resume.emit(Types.PauseData.from(data))
