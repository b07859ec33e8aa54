@tool
extends EditorPlugin
# Adds the autoload `FxId` to the project while the plugin is enabled.

const AUTOLOAD := "FxId"


func _enable_plugin() -> void:
	add_autoload_singleton(AUTOLOAD, "res://addons/fxid/fxid.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton(AUTOLOAD)
