extends Node
# The autoload `FxId`. In a web export calls go to the page's SDK; in the editor and in other exports `mock.gd` answers.
# Nothing here uses JavaScriptBridge.eval: the policy of a portal forbids it.

## An event of the portal, such as "languageChanged" or "pause", with its data.
signal event(event_name: String, data: Variant)
## The player is somebody else now, or has signed in.
signal player_changed(info: Dictionary)

const Pending := preload("res://addons/fxid/pending.gd")
const Mock := preload("res://addons/fxid/mock.gd")
const EVENTS: Array[String] = [
	"adsVideoAvailable", "adsInterstitialAvailable", "adsFinished", "adsFailed", "adsSkipped", "focusChanged",
	"userInfoChanged", "orientationChanged", "languageChanged", "consentStatus", "supportRequest", "leaving",
	"pause", "resume",
]

## Where the page gets the SDK from, unless it has it already. Set it before `init`.
var script_address := "/sdk/v1/sdk.js"
## "portal", "embedded", "local" or "disabled"; empty until `init` has ended.
var environment := ""
## As of now. Empty until `init` has ended.
var player := {}
## Answers in the editor: set its fields to try what players do.
var mock := Mock.new()

var _sdk: JavaScriptObject
var _starting: Pending
# Godot forgets a callback that nobody holds, and JavaScript would then call nothing.
var _kept: Array[JavaScriptObject] = []


## Connects to the portal. Call it as often as you like. It never fails: where there is no portal, `environment` is
## "disabled" and other calls answer with NotSupported, so that the game starts in any case.
func init() -> Dictionary:
	if _starting == null:
		_starting = Pending.new()
		_start()
	await _starting.wait()
	return player


## Any method by its name on the wire. Answers {"result": …} or {"error": {"code": …, "message": …}}.
func call_method(method: String, params: Dictionary = {}) -> Dictionary:
	if environment == "":
		return _failed("NotInitialized", "Call FxId.init() first.")
	if environment == "disabled":
		return _failed("NotSupported", "There is no portal here.")
	if _sdk == null:
		await get_tree().process_frame
		return mock.answer(method, params)
	# Not `call`: every object of Godot has one of its own.
	return await _settle(_sdk.invoke(method, _to_js(params)))


func has_capability(capability: String) -> bool:
	return capability in player.get("social", {}).get("capabilities", [])


func sign_in() -> Dictionary:
	return await call_method("AuthenticateUser")


## Call it from a click. The error's code is "UserCancelled" when the player gives up.
func purchase(sku: String) -> Dictionary:
	return await call_method("BuyProduct", {"sku": sku})


func products() -> Dictionary:
	return await call_method("DefaultStoreFront")


## Give the reward only when ["result"]["outcome"] is "finished".
func show_rewarded() -> Dictionary:
	return await call_method("AdsVideoShow")


## A missing ad is an outcome, too: "failed", with a reason.
func show_interstitial() -> Dictionary:
	return await call_method("AdsInterstitialShow")


func friends() -> Dictionary:
	return await call_method("GetFriends")


func set_status(status: String) -> Dictionary:
	return await call_method("SetStatus", {"status": status})


## The game can be played: the portal takes its loading screen away.
func loading_ready() -> Dictionary:
	return await call_method("LoadingReady")


func game_started() -> Dictionary:
	return await call_method("GameStarted")


func game_stopped() -> Dictionary:
	return await call_method("GameStopped")


func _start() -> void:
	if not OS.has_feature("web"):
		mock.emitted.connect(_hear)
		player = mock.info
		environment = "local"
	elif await _load_sdk():
		var answer := await _settle(_sdk.init())
		player = answer.get("result", {})
		environment = _sdk.environment
		for event_name in EVENTS:
			_listen(event_name)
	else:
		push_warning("FxId: the SDK could not be loaded from %s. The game starts without a portal." % script_address)
		environment = "disabled"
	_starting.settle({})


func _load_sdk() -> bool:
	# Through the window: an interface that is not there yet would be reported as an error.
	var window := JavaScriptBridge.get_interface("window")
	_sdk = window.FxId
	if _sdk != null:
		return true
	var loaded := Pending.new()
	var document: JavaScriptObject = window.document
	var element: JavaScriptObject = document.createElement("script")
	element.onload = _keep(func(_args: Array) -> void: loaded.settle({}))
	element.onerror = _keep(func(_args: Array) -> void: loaded.settle({}))
	element.src = script_address
	document.head.appendChild(element)
	await loaded.wait()
	_sdk = window.FxId
	return _sdk != null


func _listen(event_name: String) -> void:
	_sdk.on(event_name, _keep(func(args: Array) -> void: _hear(event_name, _from_js(args[0]))))


func _hear(event_name: String, data: Variant) -> void:
	if event_name == "userInfoChanged":
		player = data
		player_changed.emit(player)
	event.emit(event_name, data)


func _settle(promise: JavaScriptObject) -> Dictionary:
	var pending := Pending.new()
	var resolved := JavaScriptBridge.create_callback(
		func(args: Array) -> void: pending.settle({"result": _from_js(args[0])})
	)
	var rejected := JavaScriptBridge.create_callback(
		func(args: Array) -> void: pending.settle(_failed(str(args[0].code), str(args[0].message)))
	)
	# Both live until one of them was called, because this function waits with them in its hands.
	promise.then(resolved, rejected)
	return await pending.wait()


func _keep(callable: Callable) -> JavaScriptObject:
	var callback := JavaScriptBridge.create_callback(callable)
	_kept.append(callback)
	return callback


func _to_js(value: Variant) -> Variant:
	return JavaScriptBridge.get_interface("JSON").parse(JSON.stringify(value))


func _from_js(value: Variant) -> Variant:
	if value == null:
		return null
	return JSON.parse_string(JavaScriptBridge.get_interface("JSON").stringify(value))


func _failed(code: String, message: String) -> Dictionary:
	return {"error": {"code": code, "message": message}}
