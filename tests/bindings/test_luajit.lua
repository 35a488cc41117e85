-- The binding by LuaJIT: layouts as a C compiler has them, and calls with known answers. Room: tests.
-- test_ctypes.py makes the same calls.
local ffi = require("ffi")
local c = require("carom_luajit")(os.getenv("CAROM_LIBRARY"))

local checks = 0
local function same(got, expected, what)
    checks = checks + 1
    if got ~= expected then
        error(string.format("%s: got %s, expected %s", what, tostring(got), tostring(expected)), 2)
    end
end
local function near(got, expected, what)
    same(math.abs(got - expected) <= 1e-12, true, what)
end

-- Sizes, offsets, bit-fields and values.
for line in io.lines(os.getenv("CAROM_LAYOUT")) do
    local name, expected = line:match("^(%S+) (%S+)$")
    local known, field = name:match("^(.*)%.(.*)$")
    local got
    if not field then
        got = name:match("^CAROM") and tonumber(c[name]) or ffi.sizeof(name)
    elseif #expected == 2 * ffi.sizeof(known) then
        local one = ffi.new(known)
        one[field] = -1
        got = ffi.string(one, ffi.sizeof(known)):gsub(".", function(byte)
            return string.format("%02x", byte:byte())
        end)
    else
        got = ffi.offsetof(known, field)
    end
    same(tostring(got), expected, name)
end
assert(checks > 200, "few layouts")

-- Relations.
local floor = c.carom_segment({0, 0}, {8, 0})
for y, expected in pairs({[2] = c.CAROM_RELATION_SEPARATE, [1] = c.CAROM_RELATION_TOUCHING,
    [0.5] = c.CAROM_RELATION_CROSSING}) do
    local circle = ffi.new("carom_circle", {{3, y}, 1})
    same(tonumber(c.carom_circle_relate(circle, floor)), tonumber(expected), "relation at " .. y)
    same(c.carom_circle_touches(circle, floor), y <= 1, "touches at " .. y)
    same(c.carom_circle_overlaps(circle, floor), y < 1, "overlaps at " .. y)
    same(c.carom_circle_within(circle, floor, 1), true, "within at " .. y)
end
same(ffi.string(c.carom_relation_name(c.CAROM_RELATION_TOUCHING)), "touching", "name")

-- Constructors and defaults.
local wall = c.carom_wall_make({1, 2}, {3, 4}, 5, c.CAROM_EXTENT_LINE)
same(wall.a.x + 10 * wall.a.y + 100 * wall.b.x + 1000 * wall.b.y, 4321, "ends")
same(wall.extent, 2, "extent")
same(c.carom_filter_default().mask, 2 ^ 32 - 1, "mask")
same(c.carom_vec2_dot({1, 2}, {3, 4}), 11, "dot")

-- Sweeps.
local circle = ffi.new("carom_circle", {{3, 5}, 1})
local sweep = c.carom_circle_sweep(circle, {0, -8}, floor)
same(tonumber(sweep.kind), tonumber(c.CAROM_SWEEP_KIND_HIT), "kind")
same(sweep.t, 0.5, "time")
same(sweep.normal.y, 1, "normal")

-- A ball that bounces, with callbacks.
local walls = ffi.new("carom_wall[1]", {floor})
local list = ffi.new("carom_wall_list", {walls = walls, count = 1})
local impacts, accepts = 0, true
local on_impact = ffi.cast("void (*)(void *, const carom_impact *)", function(_, impact)
    impacts = impacts + 1
    near(impact.time, 0.5, "time of impact")
    near(impact.after.y, 8, "velocity after the impact")
    same(impact.wall.b.x, 8, "wall of the impact")
end)
local accept = ffi.cast("carom_filter_callback *", function(_, index, wall_)
    same(index, 0, "index")
    same(wall_.b.x, 8, "wall of the filter")
    return accepts
end)
local filter = c.carom_filter_default()
filter.accept = accept
local settings = c.carom_move_settings_default()
settings.world.walls = c.carom_wall_list_source(list)
settings.world.filter = filter
settings.on_impact = on_impact
-- Compiled code must not call a C function that calls back.
jit.off()
local ball = ffi.new("carom_ball", {{3, 5}, 1, {0, -8}})
local motion = c.carom_ball_move(ball, 1, settings)
near(motion.ball.center.y, 5, "centre")
near(motion.ball.velocity.y, 8, "velocity")
same(impacts, 1, "impacts")
accepts = false
motion = c.carom_ball_move(ball, 1, settings)
near(motion.ball.center.y, -3, "centre without walls")
same(impacts, 1, "impacts without walls")

-- A response and a source of walls in Lua.
settings = c.carom_move_settings_default()
local respond = ffi.cast("carom_response_callback *", function(_, contact, response)
    same(contact.wall.b.x, 8, "wall of the response")
    same(response.restitution, 1, "response of the settings")
    response[0] = c.carom_stop()
end)
local query = ffi.cast("void (*)(const void *, const carom_path *, carom_path_query_callback *, void *)",
    function(_, path, callback, context)
        same(path.radius >= 1, true, "radius of the path")
        callback(context, 0, floor)
    end)
settings.world.walls.query = query
settings.respond = respond
motion = c.carom_ball_move(ball, 1, settings)
near(motion.ball.center.y, 1, "centre after a stop")
same(motion.ball.velocity.y, 0, "velocity after a stop")
jit.on()
for _, callback in ipairs({on_impact, accept, respond, query}) do
    callback:free()
end

-- Scenes.
local pair = ffi.new("carom_wall[2]", {floor, c.carom_segment({0, 9}, {8, 9})})
local scene = ffi.new("carom_scene *[1]")
same(tonumber(c.carom_scene_create(pair, 2, nil, nil, scene, nil)), 0, "status")
same(tonumber(c.carom_scene_count(scene[0])), 2, "count")
same(c.carom_scene_sweep(scene[0], circle, {0, 4}, nil).sweep.t, 0.75, "time in the scene")
c.carom_scene_destroy(scene[0], nil)

print(checks .. " checks of the binding by LuaJIT")
