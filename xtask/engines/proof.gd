# Loads scenes, reports their contents, and moves a body around. The script outside decides what is correct.
extends Node

const SIDE := 32.0

func _ready() -> void:
	var list: Array = JSON.parse_string(FileAccess.get_file_as_string("res://proof.json"))
	for one in list:
		print("BEGIN " + one["name"])
		await proof(one)
		print("END " + one["name"])
	print("DONE")

func proof(one: Dictionary) -> void:
	var scene: PackedScene = load("res://" + one["name"] + "/" + one["file"])
	if scene == null:
		return
	var place: Node = scene.instantiate()
	add_child(place)
	await frames()
	print("ROOT " + JSON.stringify({"name": place.name, "title": place.get_meta("title", "")}))
	for floor in place.get_children():
		tell(floor)
	await walk(place, one["walks"], "LOCKED")
	for group in ["lock", "secret", "one_way"]:
		for thing in get_tree().get_nodes_in_group(group):
			if not (thing.get_meta("needs", PackedStringArray()).is_empty() and group == "one_way"):
				thing.free()
	await frames()
	await walk(place, one["walks"], "OPENED")
	place.free()
	await get_tree().process_frame

func frames() -> void:
	await get_tree().physics_frame
	await get_tree().physics_frame
	await get_tree().physics_frame

func tell(floor: Node) -> void:
	var layer := floor as TileMapLayer
	if layer == null:
		print("STRANGE " + floor.name)
		return
	var cells := []
	for at in layer.get_used_cells():
		var atlas := layer.get_cell_atlas_coords(at)
		var data := layer.get_cell_tile_data(at)
		cells.append([at.x, at.y, atlas.x, atlas.y, data.get_custom_data("tile"),
			data.get_collision_polygons_count(0), data.get_collision_polygons_count(1)])
	print("FLOOR " + JSON.stringify({"name": layer.name, "cells": cells, "metas": metas(layer),
		"picture": layer.tile_set.get_source(0).texture.get_size().x}))
	for thing in layer.get_children():
		var shape := thing.get_node_or_null("Shape") as CollisionShape2D
		var size := Vector2.ZERO
		if shape != null:
			size = (shape.shape as RectangleShape2D).size
		print("THING " + JSON.stringify({"floor": layer.name, "name": thing.name, "type": thing.get_class(),
			"groups": thing.get_groups(), "metas": metas(thing), "x": thing.position.x, "y": thing.position.y,
			"size": [size.x, size.y], "pictures": pictures(thing)}))

# The sprites of a thing: column and row of the cell, and of the tile in the tile set.
func pictures(thing: Node2D) -> Array:
	var found := []
	for sprite: Sprite2D in thing.find_children("Sprite*", "Sprite2D", false, false):
		var at: Vector2 = (thing.position + sprite.position) / SIDE
		found.append([floor(at.x), floor(at.y), sprite.region_rect.position.x / SIDE, sprite.region_rect.position.y / SIDE])
	return found

# The metadata of a node; paths become the names of their target nodes.
func metas(node: Node) -> Dictionary:
	var told := {}
	for name in node.get_meta_list():
		var value: Variant = node.get_meta(name)
		if value is NodePath:
			told[name] = led(node, value)
		elif value is Array:
			told[name] = value.map(func(path): return led(node, path))
		else:
			told[name] = value
	return told

func led(node: Node, path: NodePath) -> String:
	var to := node.get_node_or_null(path)
	return String(to.name) if to != null else "MISSING " + String(path)

# Moves a body from cell to cell, and reports what stopped it.
func walk(place: Node, walks: Array, when: String) -> void:
	var body := CharacterBody2D.new()
	var shape := CollisionShape2D.new()
	var disc := CircleShape2D.new()
	disc.radius = 5.0
	shape.shape = disc
	body.add_child(shape)
	add_child(body)
	var told := []
	for one in walks:
		var floor: Node2D = place.get_child(int(one["floor"]))
		var from := middle(floor, one["from"])
		var to := middle(floor, one["to"])
		body.global_position = from
		body.force_update_transform()
		# In steps of the size of a frame.
		var met: KinematicCollision2D = null
		var many := int(ceil(from.distance_to(to) / 4.0))
		for step in many:
			met = body.move_and_collide((to - from) / many)
			if met != null:
				break
		if met == null:
			told.append("free")
		else:
			var stopped: Node = met.get_collider()
			var asked: PackedStringArray = stopped.get_meta("needs", PackedStringArray())
			asked.append_array(stopped.get_meta("needs_back", PackedStringArray()))
			told.append(String(stopped.name) + " " + ",".join(asked))
	body.free()
	print(when + " " + JSON.stringify(told))
	await frames()

func middle(floor: Node2D, cell: Array) -> Vector2:
	return floor.global_position + Vector2((cell[1] + 0.5) * SIDE, (cell[0] + 0.5) * SIDE)
