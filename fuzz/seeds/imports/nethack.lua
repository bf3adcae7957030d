des.level_flags("mazelevel", 'sokoban');
des.map({ halign = "left", map = [[
---------
|...|...|
|...+...|
---------
]] })
des.stair({ dir = "up", coord = { 1, 2 } });
des.stair("down", 7,02)
des.door({ state = "locked", x=4, y = 2 });
des.object({ id = "lock pick", x = 1, y = 1 })
des.object("boulder", {6,1});
if percent(50) then des.trap("pit", 6, 2) end -- end
--[[ des.map([[..]] ]]
des.levregion({ region = {1,2,1,2}, type="branch" })
