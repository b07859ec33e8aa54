extends RefCounted
# The simulated portal for the editor and for exports that are not web pages. The developer sets here what a player would decide; by
# default, purchases are cancelled. The other replies are in mock_answers.gd.

signal emitted(event_name: String, data: Variant)

const MockAnswers := preload("res://addons/fxid/mock_answers.gd")

var purchases_are_paid := false
## "finished", "skipped" or "failed"
var ad_outcome := "finished"
## The reply to each method. Change or add what your test needs.
var answers := MockAnswers.ANSWERS.duplicate(true)
## The game's calls in order, for your tests: {"method": …, "params": …} each.
var calls: Array[Dictionary] = []

## Unconsumed ones by their id; null for those that the game has consumed.
var _purchases := {}


## Sends an event to the game, as the portal would.
func emit_event(event_name: String, data: Variant = {}) -> void:
	emitted.emit(event_name, data)


func answer(method: String, params: Dictionary) -> Dictionary:
	calls.append({"method": method, "params": params})
	if method in answers:
		return {"result": answers[method]}
	match method:
		"AdsVideoShow", "AdsInterstitialShow":
			return {"result": {"outcome": ad_outcome}}
		"BuyProduct":
			return _buy(params)
		"GetPurchases":
			return {"result": {"purchases": _purchases.values().filter(func(each: Variant) -> bool: return each != null)}}
		"ConsumePurchase":
			return _consume(params["purchaseId"])
		"ChangeLanguage":
			emit_event.call_deferred("languageChanged", params)
			return {"result": params}
		"WordsFilter":
			return {"result": {"text": params["text"], "changed": false}}
	return _failed("NotSupported", "Add an answer to FxId.mock.answers, or try it in a portal.")


func _buy(params: Dictionary) -> Dictionary:
	if not purchases_are_paid:
		return _failed("UserCancelled", "FxId.mock.purchases_are_paid is false.")
	var purchase_id := "local-%d" % (_purchases.size() + 1)
	_purchases[purchase_id] = {
		"purchaseId": purchase_id,
		"sku": params["sku"],
		"quantity": 1,
		"purchasedAt": Time.get_datetime_string_from_system(true) + "Z",
		"isTest": true,
	}
	if params.get("developerPayload") != null:
		_purchases[purchase_id]["developerPayload"] = params["developerPayload"]
	var stats := {"currency": "USD", "currencyAmount": 0.99, "usdAmount": 0.99}
	return {"result": {"transactionId": purchase_id, "stats": stats}}


func _consume(purchase_id: String) -> Dictionary:
	if not purchase_id in _purchases:
		return _failed("InvalidRequest", "No purchase %s." % purchase_id)
	var is_consumed: bool = _purchases[purchase_id] != null
	_purchases[purchase_id] = null
	return {"result": {"consumed": is_consumed}}


func _failed(code: String, message: String) -> Dictionary:
	return {"error": {"code": code, "message": message}}
