extends RefCounted
# A reply that arrives later. Unlike awaiting a signal, `wait` also returns if it has already arrived.

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
