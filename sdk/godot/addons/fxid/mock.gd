extends RefCounted
# The invented portal of the editor and of exports that are no web page. What a player would decide is set here by the game's
# developer; nothing is bought by default.

signal emitted(event_name: String, data: Variant)

var purchases_are_paid := false
## "finished", "skipped" or "failed"
var ad_outcome := "finished"
var info := {
	"game": "local",
	"environment": {"os": "local", "isMobile": false, "safeArea": {"left": 0, "right": 0, "top": 0, "bottom": 0}},
	"fxId": {
		"userId": "00000000-0000-4000-8000-000000000001", "locale": "en", "gameUid": "local-player", "guest": true,
	},
	"social": {
		"social": "local", "paymentsAvailable": true, "userId": "local-player", "displayName": "Local Player",
		"capabilities": ["FriendsList", "AdsAvailable", "RewardedAds", "InterstitialAds"],
	},
}
## Answers to more methods, or other ones.
var answers := {
	"AuthenticateUser": {"userId": "00000000-0000-4000-8000-000000000001", "guest": false},
	"GetFriends": {"friends": []},
	"DefaultStoreFront": {"currency": "USD", "products": []},
	"AdsVideoReady": {"ready": true},
	"AdsInterstitialReady": {"ready": true},
	"SetStatus": {},
	"StatInitialize": {},
	"StatEvent": {},
	"LoadingProgress": {},
	"LoadingReady": {},
	"GameStarted": {},
	"GameStopped": {},
	"SendInGameEvent": {"sent": true},
}

var _purchases := 0


## Sends an event to the game, as the portal would.
func emit_event(event_name: String, data: Variant = {}) -> void:
	emitted.emit(event_name, data)


func answer(method: String, _params: Dictionary) -> Dictionary:
	match method:
		"GetInfo":
			return {"result": info}
		"AdsVideoShow", "AdsInterstitialShow":
			return {"result": {"outcome": ad_outcome}}
		"BuyProduct":
			return _buy()
	if method in answers:
		return {"result": answers[method]}
	return _failed("NotSupported", "Add an answer to FxId.mock.answers, or try it in a portal.")


func _buy() -> Dictionary:
	if not purchases_are_paid:
		return _failed("UserCancelled", "FxId.mock.purchases_are_paid is false.")
	_purchases += 1
	var stats := {"currency": "USD", "currencyAmount": 0.99, "usdAmount": 0.99}
	return {"result": {"transactionId": "local-%d" % _purchases, "stats": stats}}


func _failed(code: String, message: String) -> Dictionary:
	return {"error": {"code": code, "message": message}}
