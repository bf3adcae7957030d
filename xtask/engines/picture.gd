# Shows a scene through a camera, and reports when it has been drawn.
extends Node

func _ready() -> void:
	var asked: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://picture.json"))
	add_child(load(asked["scene"]).instantiate())
	var camera := Camera2D.new()
	camera.position = Vector2(asked["x"], asked["y"])
	camera.zoom = Vector2.ONE * float(asked["zoom"])
	add_child(camera)
	camera.make_current()
	for frame in 10:
		await get_tree().process_frame
	print("DRAWN")
