@tool
extends EditorPlugin
# Puts the autoload `FxId` into the project while the plugin is on.

const AUTOLOAD := "FxId"


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/fxid/fxid.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)
