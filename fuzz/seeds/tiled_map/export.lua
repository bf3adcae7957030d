return {
  version = "1.10",
  luaversion = "5.1",
  tiledversion = "1.10.2",
  class = "",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 5,
  height = 3,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 4,
  nextobjectid = 3,
  properties = {
    ["win"] = "symbol:bell"
  },
  tilesets = {
    {
      name = "mine",
      firstgid = 1,
      class = "",
      tilewidth = 16,
      image = "mine.png",
      properties = {},
      wangsets = {},
      tilecount = 2,
      tiles = {
        { id = 0, type = "FLOOR" },
        {
          id = 1,
          properties = {
            ["tile"] = "WALL"
          },
          objectGroup = { type = "objectgroup", objects = {} }
        }
      }
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0, y = 0, width = 5, height = 3, id = 1,
      name = "Ground", class = "", visible = true, opacity = 1, offsetx = 0, offsety = 0,
      properties = {},
      encoding = "lua",
      data = {
        2, 2, 2, 2, 2,
        2, 1, 1, 1, 2,
        2, 2, 2, 2, 2
      }
    },
    {
      type = "objectgroup", draworder = "topdown", id = 2, name = "Things", class = "", visible = true,
      properties = {},
      objects = {
        { id = 1, name = "", type = "start", shape = "point", x = 24, y = 24, width = 0, height = 0, rotation = 0, visible = true, properties = {} },
        { id = 2, name = "", type = "symbol", shape = "point", x = 56, y = 24, width = 0, height = 0, rotation = 0, visible = true,
          properties = { ["gives"] = "symbol:bell" } }
      }
    }
  }
}
