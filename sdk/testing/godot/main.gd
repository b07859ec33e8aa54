extends Node
# Makes every call of the add-on against its mock and sends every event. Reads parameters and replies from a file, and prints one
# line of JSON for each call and event.

var input: Dictionary


func _ready() -> void:
	input = JSON.parse_string(FileAccess.get_file_as_string("res://input.json"))
	var info := await FxId.init()
	_print(["init", FxId.environment, _plain(info)])
	for method: String in input["answers"]:
		FxId.mock.answers[method] = input["answers"][method]
	for each: Dictionary in FxId.get_script().get_base_script().get_script_method_list():
		if not each["name"].begins_with("_") and each["name"] != "call_method":
			await _try(each, true)
			await _try(each, false)
	for each: Dictionary in FxId.get_script().get_base_script().get_script_signal_list():
		_listen(each)
	for event_name: String in input["events"]:
		FxId.mock.emit_event(event_name, input["events"][event_name])
	get_tree().quit()


func _try(method: Dictionary, with_optional: bool) -> void:
	var count: int = method["args"].size() - (0 if with_optional else method["default_args"].size())
	var arguments := []
	for argument: Dictionary in method["args"].slice(0, count):
		var value: Variant = input["arguments"][argument["name"]]
		if argument["type"] == TYPE_ARRAY:
			value = Array(value, TYPE_STRING, &"", null)
		arguments.append(value)
	FxId.mock.calls.clear()
	var answer: FxIdTypes.Answer = await FxId.callv(method["name"], arguments)
	var result: Variant = _plain(answer.get("result")) if answer.ok else "refused: " + answer.error_code
	for made: Dictionary in FxId.mock.calls:
		_print(["call", made["method"], made["params"], result])


func _listen(each: Dictionary) -> void:
	var event_name: String = each["name"]
	if each["args"].is_empty():
		FxId.connect(event_name, func() -> void: _print(["event", event_name, {}]))
	else:
		FxId.connect(event_name, func(data: RefCounted) -> void: _print(["event", event_name, _plain(data)]))


## The variables of an object by name, without null and empty strings.
func _plain(value: Variant) -> Variant:
	if value is Array:
		return value.map(_plain)
	if not value is RefCounted:
		return value
	var map := {}
	for property: Dictionary in value.get_property_list():
		if property["usage"] & PROPERTY_USAGE_SCRIPT_VARIABLE:
			var plain: Variant = _plain(value.get(property["name"]))
			if plain != null and not (plain is String and plain == ""):
				map[property["name"]] = plain
	return map


func _print(line: Array) -> void:
	print("FXID ", JSON.stringify(line))
