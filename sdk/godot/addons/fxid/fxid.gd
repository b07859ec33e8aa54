extends "res://addons/fxid/calls.gd"
# The autoload `FxId`: the SDK's connection. The calls and signals are in calls.gd. A web export calls the page's SDK; in the editor
# and in other exports, `mock.gd` replies. Does not use JavaScriptBridge.eval, which an operator may forbid.

## Any event by its protocol name, such as "languageChanged", with its data. Each also has a typed signal.
signal event(event_name: String, data: Variant)
## The player has changed or signed in. The same as user_info_changed.
signal player_changed(info: Types.PlayerInfo)

const Pending := preload("res://addons/fxid/pending.gd")
const Mock := preload("res://addons/fxid/mock.gd")

## The URL from which the page loads the SDK, if it has not loaded it already. Set it before `init`.
var script_address := "/sdk/v1/sdk.js"
## "portal", "embedded", "local" or "disabled"; empty until `init` has completed.
var environment := ""
## The current player. Its fields are empty until `init` has completed.
var player := Types.PlayerInfo.new()
## Replies in the editor. Set its fields to simulate what players do.
var mock := Mock.new()

var _sdk: JavaScriptObject
var _starting: Pending
# Godot frees a callback without references, and JavaScript could then no longer call it.
var _kept: Array[JavaScriptObject] = []


## Connects to the portal. Can be called repeatedly and never fails. Without a portal, `environment` is "disabled" and all
## other calls fail with NotSupported.
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
	# Not `call`, because every Godot object has a method of that name.
	return await _settle(_sdk.invoke(method, _to_js(params)))


## Check this before you show a button: has_capability(FxIdTypes.Capability.FRIENDS_LIST).
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
	# Uses the window, because get_interface reports an error for an object that does not exist yet.
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
	# Godot does not free these callbacks before one is called, because this function still refers to them.
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
