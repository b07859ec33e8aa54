class_name FxIdTypes
# Generated from the bridge's protocol by `npm run bindings`: do not edit.
# The data of bridge messages. A missing optional string is empty; any other missing field is null.


## What a call came to. Look at `ok` first.
class Answer:
	## True if the call succeeded.
	var ok := true
	## Why it failed, such as "UserCancelled" or "NotSupported"; empty if it succeeded.
	var error_code := ""
	## The same for developers.
	var error_message := ""

	## Returns the result on the wire, or null if the call failed.
	func read(answer: Dictionary) -> Variant:
		if not answer.has("error"):
			return answer.get("result", {})
		ok = false
		error_code = answer["error"]["code"]
		error_message = answer["error"]["message"]
		return null


class Gender:
	const UNSPECIFIED := "unspecified"
	const MALE := "male"
	const FEMALE := "female"


class Capability:
	const FRIENDS_LIST := "FriendsList"
	const FRIENDS_INVITE := "FriendsInvite"
	const GAMES_OF_CHANCE_DISABLED := "GamesOfChanceDisabled"
	const RATE_APPLICATION := "RateApplication"
	const OUTGOING_LINKS_FORBIDDEN := "OutgoingLinksForbidden"
	const ADS_AVAILABLE := "AdsAvailable"
	const REWARDED_ADS := "RewardedAds"
	const INTERSTITIAL_ADS := "InterstitialAds"
	const BANNER_ADS := "BannerAds"


class ShareOutcome:
	const SHARED := "shared"
	const CANCELLED := "cancelled"
	const NOT_AVAILABLE := "notAvailable"


class AdOutcome:
	const FINISHED := "finished"
	const SKIPPED := "skipped"
	const FAILED := "failed"


class AdsReason:
	const UNKNOWN := "Unknown"
	const ADS_NOT_CONNECTED := "AdsNotConnected"
	const NOT_IMPLEMENTED := "NotImplemented"


class QuestRewardState:
	const LOCKED := "locked"
	const WAITING := "waiting"
	const SENT := "sent"
	const RECEIVED := "received"


class LeaderboardView:
	const TOP := "top"
	const AROUND := "around"
	const FRIENDS := "friends"


class LeaderboardPeriod:
	const ALL_TIME := "allTime"
	const DAILY := "daily"
	const WEEKLY := "weekly"
	const SEASON := "season"


class InviteOutcome:
	const INVITED := "invited"
	const CANCELLED := "cancelled"
	const NOT_AVAILABLE := "notAvailable"


class ConsentStatus:
	const GRANTED := "granted"
	const DENIED := "denied"
	const NOT_ASKED := "notAsked"
	const NOT_REQUIRED := "notRequired"


class DocumentTypeName:
	const TOS := "TOS"
	const PP := "PP"


class ContentType:
	const MARKDOWN := "Markdown"
	const HTML := "Html"
	const LINK := "Link"
	const IMAGE := "Image"


class SaveChoice:
	const DEVICE := "device"
	const ACCOUNT := "account"
	const MERGED := "merged"
	const PLAYER := "player"


class AdKind:
	const VIDEO := "video"
	const INTERSTITIAL := "interstitial"


class FocusReason:
	const HINT := "hint"
	const PIP := "pip"
	const OTHER := "other"


class Orientation:
	const LANDSCAPE := "landscape"
	const PORTRAIT := "portrait"


class PauseReason:
	const FOCUS := "focus"
	const AD := "ad"


class SdkVersion:
	var major := 0
	var minor := 0

	static func from(data: Dictionary) -> SdkVersion:
		var made := SdkVersion.new()
		if data.get("major") != null:
			made.major = int(data["major"])
		if data.get("minor") != null:
			made.minor = int(data["minor"])
		return made


class SdkInfo:
	var version := SdkVersion.new()
	var build := ""

	static func from(data: Dictionary) -> SdkInfo:
		var made := SdkInfo.new()
		if data.get("version") != null:
			made.version = SdkVersion.from(data["version"])
		if data.get("build") != null:
			made.build = str(data["build"])
		return made


class SafeArea:
	var left := 0
	var right := 0
	var top := 0
	var bottom := 0

	static func from(data: Dictionary) -> SafeArea:
		var made := SafeArea.new()
		if data.get("left") != null:
			made.left = int(data["left"])
		if data.get("right") != null:
			made.right = int(data["right"])
		if data.get("top") != null:
			made.top = int(data["top"])
		if data.get("bottom") != null:
			made.bottom = int(data["bottom"])
		return made


class EnvironmentInfo:
	var os := ""
	var is_mobile := false
	var safe_area := SafeArea.new()

	static func from(data: Dictionary) -> EnvironmentInfo:
		var made := EnvironmentInfo.new()
		if data.get("os") != null:
			made.os = str(data["os"])
		if data.get("isMobile") != null:
			made.is_mobile = bool(data["isMobile"])
		if data.get("safeArea") != null:
			made.safe_area = SafeArea.from(data["safeArea"])
		return made


class AccountInfo:
	var user_id := ""
	var marketing_enabled := false
	var locale := ""
	## Empty if missing.
	var geo_country := ""
	## Empty if missing.
	var token := ""
	## Empty if missing.
	var game_token := ""
	var game_uid := ""
	var guest := false
	var has_email := false
	var email_validated := false
	var has_completed_order := false

	static func from(data: Dictionary) -> AccountInfo:
		var made := AccountInfo.new()
		if data.get("userId") != null:
			made.user_id = str(data["userId"])
		if data.get("marketingEnabled") != null:
			made.marketing_enabled = bool(data["marketingEnabled"])
		if data.get("locale") != null:
			made.locale = str(data["locale"])
		if data.get("geoCountry") != null:
			made.geo_country = str(data["geoCountry"])
		if data.get("token") != null:
			made.token = str(data["token"])
		if data.get("gameToken") != null:
			made.game_token = str(data["gameToken"])
		if data.get("gameUid") != null:
			made.game_uid = str(data["gameUid"])
		if data.get("guest") != null:
			made.guest = bool(data["guest"])
		if data.get("hasEmail") != null:
			made.has_email = bool(data["hasEmail"])
		if data.get("emailValidated") != null:
			made.email_validated = bool(data["emailValidated"])
		if data.get("hasCompletedOrder") != null:
			made.has_completed_order = bool(data["hasCompletedOrder"])
		return made


class Photo:
	var url := ""
	var width := 0
	var height := 0

	static func from(data: Dictionary) -> Photo:
		var made := Photo.new()
		if data.get("url") != null:
			made.url = str(data["url"])
		if data.get("width") != null:
			made.width = int(data["width"])
		if data.get("height") != null:
			made.height = int(data["height"])
		return made


class VkComInfo:
	var app_id := ""
	var default_api_version := ""
	## Empty if missing.
	var access_token := ""

	static func from(data: Dictionary) -> VkComInfo:
		var made := VkComInfo.new()
		if data.get("appId") != null:
			made.app_id = str(data["appId"])
		if data.get("defaultApiVersion") != null:
			made.default_api_version = str(data["defaultApiVersion"])
		if data.get("accessToken") != null:
			made.access_token = str(data["accessToken"])
		return made


class SocialInfo:
	var social := ""
	var payments_available := false
	var user_id := ""
	var display_name := ""
	var first_name := ""
	var last_name := ""
	## Null if missing.
	var photo: Photo
	## One of Gender.
	var gender := ""
	## Some of Capability.
	var capabilities: Array[String] = []
	## Empty if missing.
	var social_locale := ""
	## Empty if missing.
	var social_flavor := ""
	## Null if missing.
	var vkcom: VkComInfo

	static func from(data: Dictionary) -> SocialInfo:
		var made := SocialInfo.new()
		if data.get("social") != null:
			made.social = str(data["social"])
		if data.get("paymentsAvailable") != null:
			made.payments_available = bool(data["paymentsAvailable"])
		if data.get("userId") != null:
			made.user_id = str(data["userId"])
		if data.get("displayName") != null:
			made.display_name = str(data["displayName"])
		if data.get("firstName") != null:
			made.first_name = str(data["firstName"])
		if data.get("lastName") != null:
			made.last_name = str(data["lastName"])
		if data.get("photo") != null:
			made.photo = Photo.from(data["photo"])
		if data.get("gender") != null:
			made.gender = str(data["gender"])
		for each: Variant in data.get("capabilities", []):
			made.capabilities.append(str(each))
		if data.get("socialLocale") != null:
			made.social_locale = str(data["socialLocale"])
		if data.get("socialFlavor") != null:
			made.social_flavor = str(data["socialFlavor"])
		if data.get("vkcom") != null:
			made.vkcom = VkComInfo.from(data["vkcom"])
		return made


class RefreshPlayerServer:
	var id := ""
	var name := ""
	var url := ""

	static func from(data: Dictionary) -> RefreshPlayerServer:
		var made := RefreshPlayerServer.new()
		if data.get("id") != null:
			made.id = str(data["id"])
		if data.get("name") != null:
			made.name = str(data["name"])
		if data.get("url") != null:
			made.url = str(data["url"])
		return made


class PlayerInfo:
	var game := ""
	var sdk := SdkInfo.new()
	var environment := EnvironmentInfo.new()
	var fx_id := AccountInfo.new()
	var social := SocialInfo.new()
	## Null if missing.
	var server: RefreshPlayerServer

	static func from(data: Dictionary) -> PlayerInfo:
		var made := PlayerInfo.new()
		if data.get("game") != null:
			made.game = str(data["game"])
		if data.get("sdk") != null:
			made.sdk = SdkInfo.from(data["sdk"])
		if data.get("environment") != null:
			made.environment = EnvironmentInfo.from(data["environment"])
		if data.get("fxId") != null:
			made.fx_id = AccountInfo.from(data["fxId"])
		if data.get("social") != null:
			made.social = SocialInfo.from(data["social"])
		if data.get("server") != null:
			made.server = RefreshPlayerServer.from(data["server"])
		return made


class UiSettings:
	var disabled := false

	static func from(data: Dictionary) -> UiSettings:
		var made := UiSettings.new()
		if data.get("disabled") != null:
			made.disabled = bool(data["disabled"])
		return made


class PurchaseStats:
	var currency := ""
	var currency_amount := 0.0
	var usd_amount := 0.0

	static func from(data: Dictionary) -> PurchaseStats:
		var made := PurchaseStats.new()
		if data.get("currency") != null:
			made.currency = str(data["currency"])
		if data.get("currencyAmount") != null:
			made.currency_amount = float(data["currencyAmount"])
		if data.get("usdAmount") != null:
			made.usd_amount = float(data["usdAmount"])
		return made


class PurchaseResult:
	var transaction_id := ""
	var stats := PurchaseStats.new()

	static func from(data: Dictionary) -> PurchaseResult:
		var made := PurchaseResult.new()
		if data.get("transactionId") != null:
			made.transaction_id = str(data["transactionId"])
		if data.get("stats") != null:
			made.stats = PurchaseStats.from(data["stats"])
		return made


class PaidPurchase:
	var purchase_id := ""
	var sku := ""
	var quantity := 0
	## Empty if missing.
	var developer_payload := ""
	var purchased_at := ""
	var is_test := false

	static func from(data: Dictionary) -> PaidPurchase:
		var made := PaidPurchase.new()
		if data.get("purchaseId") != null:
			made.purchase_id = str(data["purchaseId"])
		if data.get("sku") != null:
			made.sku = str(data["sku"])
		if data.get("quantity") != null:
			made.quantity = int(data["quantity"])
		if data.get("developerPayload") != null:
			made.developer_payload = str(data["developerPayload"])
		if data.get("purchasedAt") != null:
			made.purchased_at = str(data["purchasedAt"])
		if data.get("isTest") != null:
			made.is_test = bool(data["isTest"])
		return made


class Product:
	var sku := ""
	var name := ""
	var description := ""
	## Empty if missing.
	var image_url := ""
	var price := 0.0
	var currency := ""
	var localized_price := ""
	var usd_price := 0.0
	## Empty if missing.
	var currency_image_url := ""

	static func from(data: Dictionary) -> Product:
		var made := Product.new()
		if data.get("sku") != null:
			made.sku = str(data["sku"])
		if data.get("name") != null:
			made.name = str(data["name"])
		if data.get("description") != null:
			made.description = str(data["description"])
		if data.get("imageUrl") != null:
			made.image_url = str(data["imageUrl"])
		if data.get("price") != null:
			made.price = float(data["price"])
		if data.get("currency") != null:
			made.currency = str(data["currency"])
		if data.get("localizedPrice") != null:
			made.localized_price = str(data["localizedPrice"])
		if data.get("usdPrice") != null:
			made.usd_price = float(data["usdPrice"])
		if data.get("currencyImageUrl") != null:
			made.currency_image_url = str(data["currencyImageUrl"])
		return made


class StoreFront:
	var currency := ""
	var products: Array[Product] = []

	static func from(data: Dictionary) -> StoreFront:
		var made := StoreFront.new()
		if data.get("currency") != null:
			made.currency = str(data["currency"])
		for each: Variant in data.get("products", []):
			made.products.append(Product.from(each))
		return made


class SignInResult:
	var user_id := ""
	var guest := false

	static func from(data: Dictionary) -> SignInResult:
		var made := SignInResult.new()
		if data.get("userId") != null:
			made.user_id = str(data["userId"])
		if data.get("guest") != null:
			made.guest = bool(data["guest"])
		return made


class AdResult:
	## One of AdOutcome.
	var outcome := ""
	## One of AdsReason. Empty if missing.
	var reason := ""

	static func from(data: Dictionary) -> AdResult:
		var made := AdResult.new()
		if data.get("outcome") != null:
			made.outcome = str(data["outcome"])
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class ShowBannerResult:
	var shown := false
	## One of AdsReason. Empty if missing.
	var reason := ""

	static func from(data: Dictionary) -> ShowBannerResult:
		var made := ShowBannerResult.new()
		if data.get("shown") != null:
			made.shown = bool(data["shown"])
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class HideBannerResult:
	var hidden := false
	## One of AdsReason. Empty if missing.
	var reason := ""

	static func from(data: Dictionary) -> HideBannerResult:
		var made := HideBannerResult.new()
		if data.get("hidden") != null:
			made.hidden = bool(data["hidden"])
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class QuestRewardProduct:
	var sku := ""
	var name := ""
	var count := 0

	static func from(data: Dictionary) -> QuestRewardProduct:
		var made := QuestRewardProduct.new()
		if data.get("sku") != null:
			made.sku = str(data["sku"])
		if data.get("name") != null:
			made.name = str(data["name"])
		if data.get("count") != null:
			made.count = int(data["count"])
		return made


class QuestReward:
	var game := ""
	## One of QuestRewardState.
	var state := ""
	var products: Array[QuestRewardProduct] = []

	static func from(data: Dictionary) -> QuestReward:
		var made := QuestReward.new()
		if data.get("game") != null:
			made.game = str(data["game"])
		if data.get("state") != null:
			made.state = str(data["state"])
		for each: Variant in data.get("products", []):
			made.products.append(QuestRewardProduct.from(each))
		return made


class Quest:
	var id := ""
	var title := ""
	var progress := 0
	var goal := 0
	var done := false
	## Null if missing.
	var reward: QuestReward

	static func from(data: Dictionary) -> Quest:
		var made := Quest.new()
		if data.get("id") != null:
			made.id = str(data["id"])
		if data.get("title") != null:
			made.title = str(data["title"])
		if data.get("progress") != null:
			made.progress = int(data["progress"])
		if data.get("goal") != null:
			made.goal = int(data["goal"])
		if data.get("done") != null:
			made.done = bool(data["done"])
		if data.get("reward") != null:
			made.reward = QuestReward.from(data["reward"])
		return made


class ScoreResult:
	var score := 0
	## A int, or null if missing.
	var rank: Variant = null
	var improved := false
	var beaten_friends: Array[String] = []

	static func from(data: Dictionary) -> ScoreResult:
		var made := ScoreResult.new()
		if data.get("score") != null:
			made.score = int(data["score"])
		if data.get("rank") != null:
			made.rank = int(data["rank"])
		if data.get("improved") != null:
			made.improved = bool(data["improved"])
		for each: Variant in data.get("beatenFriends", []):
			made.beaten_friends.append(str(each))
		return made


class LeaderboardEntry:
	var rank := 0
	var score := 0
	var name := ""
	var is_you := false
	## Empty if missing.
	var friend_uid := ""

	static func from(data: Dictionary) -> LeaderboardEntry:
		var made := LeaderboardEntry.new()
		if data.get("rank") != null:
			made.rank = int(data["rank"])
		if data.get("score") != null:
			made.score = int(data["score"])
		if data.get("name") != null:
			made.name = str(data["name"])
		if data.get("isYou") != null:
			made.is_you = bool(data["isYou"])
		if data.get("friendUid") != null:
			made.friend_uid = str(data["friendUid"])
		return made


class LeaderboardStanding:
	var score := 0
	## A int, or null if missing.
	var rank: Variant = null

	static func from(data: Dictionary) -> LeaderboardStanding:
		var made := LeaderboardStanding.new()
		if data.get("score") != null:
			made.score = int(data["score"])
		if data.get("rank") != null:
			made.rank = int(data["rank"])
		return made


class LeaderboardPage:
	var entries: Array[LeaderboardEntry] = []
	var total := 0
	## Null if missing.
	var you: LeaderboardStanding
	## One of LeaderboardPeriod.
	var period := ""
	## Empty if missing.
	var starts_at := ""
	## Empty if missing.
	var ends_at := ""
	## Empty if missing.
	var season_name := ""
	var past_periods := 0

	static func from(data: Dictionary) -> LeaderboardPage:
		var made := LeaderboardPage.new()
		for each: Variant in data.get("entries", []):
			made.entries.append(LeaderboardEntry.from(each))
		if data.get("total") != null:
			made.total = int(data["total"])
		if data.get("you") != null:
			made.you = LeaderboardStanding.from(data["you"])
		if data.get("period") != null:
			made.period = str(data["period"])
		if data.get("startsAt") != null:
			made.starts_at = str(data["startsAt"])
		if data.get("endsAt") != null:
			made.ends_at = str(data["endsAt"])
		if data.get("seasonName") != null:
			made.season_name = str(data["seasonName"])
		if data.get("pastPeriods") != null:
			made.past_periods = int(data["pastPeriods"])
		return made


class Achievement:
	var code := ""
	var name := ""
	var description := ""
	## Empty if missing.
	var icon_url := ""
	var points := 0
	var progress := 0
	var target := 0
	## Empty if missing.
	var unlocked_at := ""

	static func from(data: Dictionary) -> Achievement:
		var made := Achievement.new()
		if data.get("code") != null:
			made.code = str(data["code"])
		if data.get("name") != null:
			made.name = str(data["name"])
		if data.get("description") != null:
			made.description = str(data["description"])
		if data.get("iconUrl") != null:
			made.icon_url = str(data["iconUrl"])
		if data.get("points") != null:
			made.points = int(data["points"])
		if data.get("progress") != null:
			made.progress = int(data["progress"])
		if data.get("target") != null:
			made.target = int(data["target"])
		if data.get("unlockedAt") != null:
			made.unlocked_at = str(data["unlockedAt"])
		return made


class Friend:
	var uid := ""
	var first_name := ""
	var last_name := ""
	var display_name := ""
	## One of Gender.
	var gender := ""
	## Null if missing.
	var photo: Photo

	static func from(data: Dictionary) -> Friend:
		var made := Friend.new()
		if data.get("uid") != null:
			made.uid = str(data["uid"])
		if data.get("firstName") != null:
			made.first_name = str(data["firstName"])
		if data.get("lastName") != null:
			made.last_name = str(data["lastName"])
		if data.get("displayName") != null:
			made.display_name = str(data["displayName"])
		if data.get("gender") != null:
			made.gender = str(data["gender"])
		if data.get("photo") != null:
			made.photo = Photo.from(data["photo"])
		return made


class InviteResult:
	## One of InviteOutcome.
	var outcome := ""
	## A int, or null if missing.
	var invited: Variant = null

	static func from(data: Dictionary) -> InviteResult:
		var made := InviteResult.new()
		if data.get("outcome") != null:
			made.outcome = str(data["outcome"])
		if data.get("invited") != null:
			made.invited = int(data["invited"])
		return made


class FilteredText:
	var text := ""
	var changed := false

	static func from(data: Dictionary) -> FilteredText:
		var made := FilteredText.new()
		if data.get("text") != null:
			made.text = str(data["text"])
		if data.get("changed") != null:
			made.changed = bool(data["changed"])
		return made


class PlayerReviewState:
	var available := false
	## A float, or null if missing.
	var rating: Variant = null

	static func from(data: Dictionary) -> PlayerReviewState:
		var made := PlayerReviewState.new()
		if data.get("available") != null:
			made.available = bool(data["available"])
		if data.get("rating") != null:
			made.rating = float(data["rating"])
		return made


class DocumentType:
	## One of DocumentTypeName.
	var value := ""
	var need_user_acceptance := false

	static func from(data: Dictionary) -> DocumentType:
		var made := DocumentType.new()
		if data.get("Value") != null:
			made.value = str(data["Value"])
		if data.get("NeedUserAcceptance") != null:
			made.need_user_acceptance = bool(data["NeedUserAcceptance"])
		return made


class DocumentContent:
	var value := ""
	## One of ContentType.
	var content_type := ""

	static func from(data: Dictionary) -> DocumentContent:
		var made := DocumentContent.new()
		if data.get("Value") != null:
			made.value = str(data["Value"])
		if data.get("ContentType") != null:
			made.content_type = str(data["ContentType"])
		return made


class DocumentAcceptance:
	## Empty if missing.
	var id := ""
	## Empty if missing.
	var document_version_id := ""
	var account_id := ""
	var accepted_at := ""

	static func from(data: Dictionary) -> DocumentAcceptance:
		var made := DocumentAcceptance.new()
		if data.get("Id") != null:
			made.id = str(data["Id"])
		if data.get("DocumentVersionId") != null:
			made.document_version_id = str(data["DocumentVersionId"])
		if data.get("AccountId") != null:
			made.account_id = str(data["AccountId"])
		if data.get("AcceptedAt") != null:
			made.accepted_at = str(data["AcceptedAt"])
		return made


class DocumentVersion:
	var id := ""
	## Empty if missing.
	var document_id := ""
	## Empty if missing.
	var url := ""
	var created_at := ""
	## Null if missing.
	var content: DocumentContent
	var accepts: Array[DocumentAcceptance] = []

	static func from(data: Dictionary) -> DocumentVersion:
		var made := DocumentVersion.new()
		if data.get("Id") != null:
			made.id = str(data["Id"])
		if data.get("DocumentId") != null:
			made.document_id = str(data["DocumentId"])
		if data.get("Url") != null:
			made.url = str(data["Url"])
		if data.get("CreatedAt") != null:
			made.created_at = str(data["CreatedAt"])
		if data.get("Content") != null:
			made.content = DocumentContent.from(data["Content"])
		for each: Variant in data.get("Accepts", []):
			made.accepts.append(DocumentAcceptance.from(each))
		return made


class LegalDocument:
	var id := ""
	var document_type := DocumentType.new()
	var created_at := ""
	var is_active := false
	## Empty if missing.
	var game_system_name := ""
	var versions: Array[DocumentVersion] = []

	static func from(data: Dictionary) -> LegalDocument:
		var made := LegalDocument.new()
		if data.get("Id") != null:
			made.id = str(data["Id"])
		if data.get("DocumentType") != null:
			made.document_type = DocumentType.from(data["DocumentType"])
		if data.get("CreatedAt") != null:
			made.created_at = str(data["CreatedAt"])
		if data.get("IsActive") != null:
			made.is_active = bool(data["IsActive"])
		if data.get("GameSystemName") != null:
			made.game_system_name = str(data["GameSystemName"])
		for each: Variant in data.get("Versions", []):
			made.versions.append(DocumentVersion.from(each))
		return made


class SaveEntry:
	var key := ""
	var value := ""

	static func from(data: Dictionary) -> SaveEntry:
		var made := SaveEntry.new()
		if data.get("key") != null:
			made.key = str(data["key"])
		if data.get("value") != null:
			made.value = str(data["value"])
		return made


class GameSave:
	var revision := 0
	var entries: Array[SaveEntry] = []
	## Empty if missing.
	var updated_at := ""
	## Empty if missing.
	var summary := ""
	var max_bytes := 0

	static func from(data: Dictionary) -> GameSave:
		var made := GameSave.new()
		if data.get("revision") != null:
			made.revision = int(data["revision"])
		for each: Variant in data.get("entries", []):
			made.entries.append(SaveEntry.from(each))
		if data.get("updatedAt") != null:
			made.updated_at = str(data["updatedAt"])
		if data.get("summary") != null:
			made.summary = str(data["summary"])
		if data.get("maxBytes") != null:
			made.max_bytes = int(data["maxBytes"])
		return made


class AdsVideoAvailableData:
	var available := false

	static func from(data: Dictionary) -> AdsVideoAvailableData:
		var made := AdsVideoAvailableData.new()
		if data.get("available") != null:
			made.available = bool(data["available"])
		return made


class AdsFinishedData:
	## One of AdKind.
	var kind := ""

	static func from(data: Dictionary) -> AdsFinishedData:
		var made := AdsFinishedData.new()
		if data.get("kind") != null:
			made.kind = str(data["kind"])
		return made


class AdsFailedData:
	## One of AdKind.
	var kind := ""
	## One of AdsReason.
	var reason := ""

	static func from(data: Dictionary) -> AdsFailedData:
		var made := AdsFailedData.new()
		if data.get("kind") != null:
			made.kind = str(data["kind"])
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class FocusChangedData:
	var focused := false
	## One of FocusReason. Empty if missing.
	var reason := ""

	static func from(data: Dictionary) -> FocusChangedData:
		var made := FocusChangedData.new()
		if data.get("focused") != null:
			made.focused = bool(data["focused"])
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class OrientationChangedData:
	## One of Orientation.
	var orientation := ""

	static func from(data: Dictionary) -> OrientationChangedData:
		var made := OrientationChangedData.new()
		if data.get("orientation") != null:
			made.orientation = str(data["orientation"])
		return made


class LanguageChangedData:
	var language := ""

	static func from(data: Dictionary) -> LanguageChangedData:
		var made := LanguageChangedData.new()
		if data.get("language") != null:
			made.language = str(data["language"])
		return made


class ConsentStatusData:
	## One of ConsentStatus.
	var status := ""

	static func from(data: Dictionary) -> ConsentStatusData:
		var made := ConsentStatusData.new()
		if data.get("status") != null:
			made.status = str(data["status"])
		return made


class PlatformSdkEventData:
	var type := ""
	var data: Variant = null

	static func from(data: Dictionary) -> PlatformSdkEventData:
		var made := PlatformSdkEventData.new()
		if data.get("type") != null:
			made.type = str(data["type"])
		if data.get("data") != null:
			made.data = data["data"]
		return made


class SaveChangedData:
	var revision := 0

	static func from(data: Dictionary) -> SaveChangedData:
		var made := SaveChangedData.new()
		if data.get("revision") != null:
			made.revision = int(data["revision"])
		return made


class SaveCopy:
	var entries: Array[SaveEntry] = []
	## Empty if missing.
	var updated_at := ""
	## Empty if missing.
	var device := ""
	## Empty if missing.
	var summary := ""

	static func from(data: Dictionary) -> SaveCopy:
		var made := SaveCopy.new()
		for each: Variant in data.get("entries", []):
			made.entries.append(SaveEntry.from(each))
		if data.get("updatedAt") != null:
			made.updated_at = str(data["updatedAt"])
		if data.get("device") != null:
			made.device = str(data["device"])
		if data.get("summary") != null:
			made.summary = str(data["summary"])
		return made


class SaveConflictData:
	var device := SaveCopy.new()
	var account := SaveCopy.new()

	static func from(data: Dictionary) -> SaveConflictData:
		var made := SaveConflictData.new()
		if data.get("device") != null:
			made.device = SaveCopy.from(data["device"])
		if data.get("account") != null:
			made.account = SaveCopy.from(data["account"])
		return made


class PauseData:
	## One of PauseReason.
	var reason := ""

	static func from(data: Dictionary) -> PauseData:
		var made := PauseData.new()
		if data.get("reason") != null:
			made.reason = str(data["reason"])
		return made


class PlayerInfoAnswer extends Answer:
	var result: PlayerInfo


class UiSettingsAnswer extends Answer:
	var result: UiSettings


class PurchaseResultAnswer extends Answer:
	var result: PurchaseResult


class PaidPurchasesAnswer extends Answer:
	var result: Array[PaidPurchase] = []


class FlagAnswer extends Answer:
	var result := false


class StoreFrontAnswer extends Answer:
	var result: StoreFront


class SignInResultAnswer extends Answer:
	var result: SignInResult


class TextAnswer extends Answer:
	var result := ""


class AdResultAnswer extends Answer:
	var result: AdResult


class ShowBannerResultAnswer extends Answer:
	var result: ShowBannerResult


class HideBannerResultAnswer extends Answer:
	var result: HideBannerResult


class QuestsAnswer extends Answer:
	var result: Array[Quest] = []


class ScoreResultAnswer extends Answer:
	var result: ScoreResult


class LeaderboardPageAnswer extends Answer:
	var result: LeaderboardPage


class AchievementsAnswer extends Answer:
	var result: Array[Achievement] = []


class FriendsAnswer extends Answer:
	var result: Array[Friend] = []


class InviteResultAnswer extends Answer:
	var result: InviteResult


class FilteredTextAnswer extends Answer:
	var result: FilteredText


class JsonAnswer extends Answer:
	var result: Variant = null


class PlayerReviewStateAnswer extends Answer:
	var result: PlayerReviewState


class LegalDocumentsAnswer extends Answer:
	var result: Array[LegalDocument] = []


class DocumentAcceptancesAnswer extends Answer:
	var result: Array[DocumentAcceptance] = []


class GameSaveAnswer extends Answer:
	var result: GameSave
