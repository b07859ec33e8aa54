extends RefCounted
# An answer that comes later. Waiting for one that has come already does not hang, as waiting for a signal would.

signal settled

var _is_settled := false
var _answer := {}


func settle(answer: Dictionary) -> void:
	if _is_settled:
		return
	_is_settled = true
	_answer = answer
	settled.emit()


func wait() -> Dictionary:
	if not _is_settled:
		await settled
	return _answer
