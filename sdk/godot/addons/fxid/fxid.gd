extends "res://addons/fxid/calls.gd"
# The autoload `FxId`: the connection. The calls and signals are in calls.gd. In a web export calls go to the page's SDK; in the
# editor and in other exports `mock.gd` answers. Nothing here uses JavaScriptBridge.eval: an operator may forbid it.

## Any event by its name on the wire, such as "languageChanged", with its data. There is a typed signal for each as well.
signal event(event_name: String, data: Variant)
## Another player plays now, or the player has signed in. The same as user_info_changed.
signal player_changed(info: Types.PlayerInfo)

const Pending := preload("res://addons/fxid/pending.gd")
const Mock := preload("res://addons/fxid/mock.gd")

## Where the page gets the SDK from, unless it has it already. Set it before `init`.
var script_address := "/sdk/v1/sdk.js"
## "portal", "embedded", "local" or "disabled"; empty until `init` has ended.
var environment := ""
## As of now. Its fields are empty until `init` has ended.
var player := Types.PlayerInfo.new()
## Answers in the editor: set its fields to try what players do.
var mock := Mock.new()

var _sdk: JavaScriptObject
var _starting: Pending
# Godot forgets a callback that nothing holds, and JavaScript would then call nothing.
var _kept: Array[JavaScriptObject] = []


## Connects to the portal. Call it as often as you like. It never fails: where there is no portal, `environment` is
## "disabled" and other calls fail with NotSupported, so that the game starts in any case.
func init() -> Types.PlayerInfo:
	if _starting == null:
		_starting = Pending.new()
		_start()
	await _starting.wait()
	return player


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


## Ask before you show a button: has_capability(FxIdTypes.Capability.FRIENDS_LIST).
func has_capability(capability: String) -> bool:
	return capability in player.social.capabilities


func _start() -> void:
	if not OS.has_feature("web"):
		mock.emitted.connect(_hear)
		player = Types.PlayerInfo.from(mock.answers["GetInfo"])
		environment = "local"
	elif await _load_sdk():
		var answer := await _settle(_sdk.init())
		player = Types.PlayerInfo.from(answer.get("result", {}))
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
		player = Types.PlayerInfo.from(data)
		player_changed.emit(player)
	_emit(event_name, data if data is Dictionary else {})
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
