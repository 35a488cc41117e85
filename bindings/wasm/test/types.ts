// Every public type and call, checked by the compiler and never run. Room: tests of bindings.
import {
    CaromError, add, asPost, bounce, boxesOverlap, capsule, chain, circle, compile, cross, dot,
    hasSimd, left, line, load, moving, movingWallAt, movingWallTo, movingWallTurning, pass, post,
    ray, scale, segment, slide, stop, sub, turnInSteps, turningFrames, vec2,
} from "carom";
import * as inline from "carom/inline";
import type {
    AreaHit, AreaRelation, Ball, BallArrays, BallImpact, BallMotion, BallResponse, BatchMotion,
    BatchSettings, Box, Carom, Cast, CastSettings, Character, CharacterMotion, CharacterSettings,
    Circle, CircleArrays, Clearance, ClearanceSettings, Contact, ContactRule, Crossings, Crowd,
    CrowdMotion, CrowdResults, CrowdSettings, Crush, Depenetration, DynamicScene, Extent, FanArrays,
    Feature, Filter, Hold, Impact, Leg, LoadOptions, ModuleArray, Motion, MotionKind, MoveSettings,
    MovingCircleArrays, MovingWall, Neighbor, NumberArray, Numbers, Passage, Path, Push, Reflection,
    Relation, Response, ResponseKind, Scene, SceneHit, SceneQueries, SearchSettings, SolidResponse,
    Sweep, SweepBatch, SweepKind, Touch, TouchPhase, TouchingBatch, Vec2, Wall, WallArrays, WallId,
    WallPairs, WallRelation, WasmModule,
} from "carom";
import { loadClassic } from "carom/classic";
import type {
    Classic, ClassicContact, ClassicSweep, ErrorMap, Method, MethodInfo, Step, Verdict,
} from "carom/classic";

const p: Vec2 = vec2(1, 2), q: Vec2 = add(sub(p, scale(p, 2)), left(p));
const n: number = dot(p, q) + cross(p, q);
const c: Circle = circle(0, 0, n);
const extent: Extent = "ray";
const walls: Wall[] = [
    segment(p, q), ray(p, q), line(p, q), capsule(p, q, 1), post(p, 1), { a: p, b: q, extent },
];
const kind: ResponseKind = "slide";
const responses: Response[] = [
    stop(), slide(), bounce(), bounce(0.5, 0.1), pass(), { kind, restitution: 0, friction: 0 },
];
const solid: SolidResponse[] = [
    stop(), slide(), bounce(), { kind: "bounce", restitution: 0, friction: 0 },
];
const box: Box = { min: p, max: q };
const path: Path = { from: p, to: q, radius: 1 };
const rule: ContactRule = "ring";
const filter: Filter = { mask: 6, accept: (index) => index > 1 };
const cast: CastSettings = { filter, hitsOnly: true, passOneSided: false };
const inlined: Promise<Carom>[] = [
    inline.load(), inline.compile().then((wasm) => inline.load({ wasm })),
];
// @ts-expect-error
inline.load({ simd: false });
const sameMaker: typeof segment = inline.segment;
const meet: boolean = boxesOverlap(box, box) && hasSimd();
const chained: Wall[] = [...chain([p, q]), ...chain([p, q, p] as const, true)];

function single(carom: Carom, wall: Wall, second: Wall, response: Response) {
    const yes: boolean = carom.circleIsValid(c) && carom.wallIsValid(wall) &&
        carom.responseIsValid(response) && carom.touches(c, wall, rule) &&
        carom.within(c, wall, 1) &&
        carom.pathIsClear(c, p, wall);
    const signs: (-1 | 0 | 1)[] = [
        carom.wallSide(wall, p), carom.compareDistance(c, wall, second),
        carom.compareTimeOfImpact(c, p, wall, second), carom.compareWallGap(wall, second, n),
    ];
    const clearance: Clearance = carom.wallContact(wall, second);
    const wallRelation: WallRelation = clearance.relation;
    const relation: Relation = carom.relate(c, wall);
    const contact: Contact = carom.contact(c, wall);
    const feature: Feature = contact.feature;
    const crossings: Crossings = carom.crossings(c, wall);
    const push: Push = carom.pushOut(c, wall);
    const sweeps: Sweep[] = [carom.sweep(c, p, wall), carom.sweepTo(c, p, wall)];
    const sweepKind: SweepKind | undefined = sweeps[0]?.kind;
    const reflection: Reflection = carom.reflect(c, p, wall);
    const vectors: Vec2[] = [carom.reflectVelocity(p, q), carom.respond(p, q, response),
        carom.vectorAlong(p, n)];
    const boxes: Box[] = [carom.wallBox(wall), carom.pathBox(path)];
    const circleAsPost: Wall = asPost(c), touches: boolean = carom.touchesCircle(c, c, rule);
    const distance: number = carom.distance(c, wall) + carom.signedDistance(c, wall) +
        carom.distance(c, circleAsPost) + carom.wallGap(wall, second);
    const passage: Passage = carom.passage(c, p, wall);
    const cast: Cast = carom.cast(c, p, n, wall);
    const text: string = carom.version + carom.instructionSet + Number(carom.environmentIsExact());
    return [yes, signs, relation, feature, crossings, push, sweepKind, reflection, vectors, boxes,
        distance, text, passage.exit?.t, cast.distance, touches, wallRelation];
}

function movingWalls(carom: Carom, wall: MovingWall) {
    const sweeps: Sweep[] = [
        carom.sweepMoving(c, p, wall), carom.sweepMovingTo(c, p, wall, p, q, true),
        carom.sweepMovingCircle(c, p, c, q),
    ];
    const yes: boolean = carom.movingWallIsValid(wall) &&
        carom.pathIsClearOfMoving(c, p, wall, p, q);
    const others: MovingWall[] = [movingWallTo(wall, p, q), movingWallTurning(wall, p, q)];
    const at: Wall = movingWallAt(wall, 0.5);
    const box: Box = carom.movingWallBox(wall);
    const frames: number = turningFrames(1, 8, 0.01);
    const steps: MovingWall[] = [...turnInSteps(wall, p, 1), ...turnInSteps(wall, p, 1, frames)];
    // @ts-expect-error
    turnInSteps(wall, 1);
    return [sweeps, yes, others, at, box, steps];
}

function balls(carom: Carom, scene: SceneQueries) {
    const ball: Ball = { center: p, radius: 1, velocity: q };
    const settings: MoveSettings = {
        walls: scene, filter, response: bounce(), gravity: p, maxContacts: 3,
        movingWalls: [moving(segment(p, q), p, q)], movingFilter: filter,
        respond: ({ id, category, before, wallVelocity }, which) =>
            id.isMoving || id.index + category + which > before.x - wallVelocity.x
                ? pass() : stop(),
    };
    const motion: Motion = carom.moveBall(ball, 1, settings);
    const motionKind: MotionKind = motion.kind, hold: Hold = motion.hold;
    const impacts: Impact[] = motion.impacts;
    const legs: Leg[] = motion.legs;
    const crush: Crush | null = motion.crushed;
    const own: ModuleArray<Float64Array> = carom.float64(3);
    const balls: BallArrays = { x: own, y: own, radius: own, vx: own, vy: new Float64Array(3) };
    const sums: BatchMotion = carom.moveBatch(balls, 1, settings, new Uint8Array(3));
    const told: (Vec2 | number | BallMotion)[] = [];
    const batch: BatchSettings = {
        onImpact: ({ after }, which) => told.push(after, which),
        onLeg: ({ to, end }, which) => told.push(to, end, which),
        onMotion: (motion, which) => told.push(motion, which),
    };
    const list: Ball[] = [ball, { ...c, velocity: p }];
    carom.moveBatch(list, 1, settings);
    // @ts-expect-error
    carom.moveBatch([c], 1);
    const response: BallResponse = { restitution: 0.5, friction: 0.1, inverseMasses: [1, 2] };
    const after: Vec2 = carom.ballsRespond(p, q, p, response).second;
    carom.moveBatch(balls, 1, batch);
    const depenetrate: Depenetration = carom.depenetrate(c, walls, filter);
    own.free();
    // @ts-expect-error
    carom.moveBall(ball, 1, { onLeg: () => 0 });
    // pass() is for `respond` alone, which is a function. A response is none.
    // @ts-expect-error
    carom.moveBall(ball, 1, { response: pass() });
    // @ts-expect-error
    carom.moveBatch(list, 1, { response: { kind: "pass", restitution: 0, friction: 0 } });
    // @ts-expect-error
    carom.moveBall(ball, 1, { response: bounce });
    // @ts-expect-error
    carom.moveBall(ball, 1, { response: "bounce" });
    // @ts-expect-error
    carom.moveBall(ball, 1, { respond: pass() });
    // @ts-expect-error
    carom.moveBall(ball, 1, { respond: bounce });
    // @ts-expect-error
    carom.moveBall(ball, 1, { respond: () => pass });
    return [motionKind, hold, impacts, legs, crush, sums, depenetrate, told, after];
}

function crowds(carom: Carom, scene: SceneQueries) {
    const own: ModuleArray<Float64Array> = carom.float64(3), bits = new Uint32Array(3);
    const balls: BallArrays = { x: own, y: own, radius: own, vx: own, vy: new Float64Array(3) };
    const told: (BallImpact | Touch | TouchPhase)[] = [];
    const settings: CrowdSettings = {
        walls: scene, ballRestitution: 0.5, ballFriction: 0.1, inverseMasses: own,
        accelerations: { x: own, y: new Float64Array(3) }, categories: bits, masks: bits,
        wallMasks: carom.uint32(3), maxPasses: 8,
        onBallImpact: (impact) => told.push(impact),
        onTouch: (touch) => told.push(touch, touch.phase),
        onMotion: ({ hold }) => hold === "asleep",
        respondBalls: ({ first, second }) => (first < second ? pass() : bounce()),
    };
    const results: CrowdResults = {
        kinds: new Uint8Array(3), holds: carom.uint8(3), lost: new Float64Array(3),
    };
    const crowd: Crowd = carom.createCrowd();
    const sums: CrowdMotion = crowd.step(balls, 1, settings, results);
    crowd.step(balls, 1);
    const list: readonly Ball[] = [{ ...c, velocity: p }];
    crowd.step(list, 1, { inverseMasses: [1], masks: [~0], accelerations: { x: [0], y: [1] } });
    // @ts-expect-error
    crowd.step([{ x: 0, y: 0, r: 1, vx: 0, vy: 0 }], 1);
    // @ts-expect-error
    crowd.step(list, 1, { inverseMasses: ["1"] });
    // @ts-expect-error
    crowd.step(list, 1, { response: pass() });
    // @ts-expect-error
    crowd.step(list, 1, { respondBalls: pass() });
    crowd.remove(0);
    crowd.wake();
    crowd.wake(0);
    const bytes: Uint8Array = crowd.save();
    crowd.load(bytes);
    const sleeps: boolean = crowd.isAsleep(0);
    crowd.free();
    // @ts-expect-error
    crowd.step(balls, 1, { accelerations: [p] });
    return [sums.asleep, sums.held, told, sleeps];
}

function characters(carom: Carom, walls: SceneQueries) {
    const settings: CharacterSettings = {
        walls, movingWalls: [moving(segment(p, q), p)], filter, movingFilter: filter, up: p,
        gravity: q, maxSlope: 1, stepHeight: 1, snapDistance: 1, drop: true,
    };
    const ball: Ball = { center: p, radius: 1, velocity: q };
    const state: Character = { ...ball, onGround: true };
    const motion: CharacterMotion = carom.moveCharacter(state, 1, settings);
    const again: CharacterMotion = carom.moveCharacter(motion.character, 1);
    const normal: Vec2 = motion.character.groundNormal;
    const ids: (WallId | null | undefined)[] = [
        motion.character.ground, motion.wall, motion.head, motion.overlapped,
        motion.crushedBy?.[0],
    ];
    // @ts-expect-error
    carom.moveCharacter(ball, 1, { response: slide() });
    return [carom.moveCharacter(ball, 1).landed, again.legs, normal, ids];
}

function batches(carom: Carom, scene: Scene) {
    const x: Numbers = new Float32Array(3);
    const y: NumberArray = carom.float32(3);
    const circles: CircleArrays = { x, y, radius: x, stride: 1, count: 3 };
    const moving: MovingCircleArrays = { ...circles, vx: x, vy: y };
    const arrays: WallArrays = { ax: x, ay: x, bx: x, by: x, radius: x, extent: carom.uint8(3),
        oneSided: new Uint8Array(3), category: carom.uint32(3) };
    const { count, verdicts } = carom.batchWalls(c, arrays, rule, filter);
    const pairs: Uint8Array = carom.batchPairs(circles, arrays).verdicts;
    const touching: TouchingBatch = scene.touchingBatch(circles, rule, filter);
    const within: TouchingBatch = scene.withinBatch(circles, 1, filter);
    const hits: SweepBatch = scene.sweepBatch(moving, cast);
    return [count, verdicts, pairs, touching.offsets, within.walls, hits.kind, hits.t];
}

function dynamic(carom: Carom) {
    const scene: DynamicScene = carom.createDynamicScene(walls);
    const id: number = scene.insert(post(p, 1));
    scene.move(id, post(q, 1));
    scene.setCategory(id, 2);
    scene.moveMany(Float64Array.of(id), [post(p, 1)]);
    scene.remove(id);
    const known: boolean = scene.has(id) && scene.ids().length === scene.count;
    const queries: SceneQueries = scene;
    scene.free();
    return [known, queries];
}

function scenes(carom: Carom) {
    const scene: Scene = carom.createScene(walls);
    const found: Uint32Array[] = [
        scene.touching(c, rule, filter), scene.within(c, 1, filter), scene.inBox(box, filter),
    ];
    const neighbors: Neighbor[] = scene.nearest(c, 3, filter);
    const hit: SceneHit | null = scene.sweep(c, p, cast) ?? scene.sweepAll(c, p, cast)[0] ?? null;
    const moves: FanArrays = { x: new Float64Array(3), y: new Float64Array(3) };
    const beams: SweepBatch = scene.fan(c, moves, cast);
    const whole: Box | undefined = scene.box;
    const wall: Wall = scene.wall(0);
    const some: boolean | number = scene.touches(c) || scene.countTouching(c) + scene.count;
    const opened: Scene = carom.openScene(scene.toBytes());
    scene.free();
    return [found, neighbors, hit, beams, whole, wall, some, opened];
}

function areas(scene: SceneQueries, walls: WallArrays | Wall[]) {
    const search: SearchSettings = { within: 1, filter };
    const clear: ClearanceSettings = { ...search, exceptSameGroup: true, walls };
    const pairs: WallPairs = scene.clearance(clear);
    const relation: AreaRelation = scene.relateArea(c, 7);
    const hits: AreaHit[] = [...scene.areas(c, search), ...scene.nearestAreas(c, 2, filter)];
    const lists: Uint32Array[] = [
        scene.areasAt(p, filter), scene.nearWall(segment(p, q), search), pairs.wall, pairs.other,
    ];
    const yes: boolean = scene.contains(p) || scene.contains(p, 7);
    const distance: number =
        scene.signedDistance(p) + scene.signedDistance(p, 7) + (hits[0]?.distance ?? 0);
    // @ts-expect-error
    scene.areas(c, 1);
    // @ts-expect-error
    scene.contains(0, 0);
    return [pairs.gap, pairs.relation, relation, lists, yes, distance, scene.clearance()];
}

function tutorials(classic: Classic) {
    const method: Method = "area";
    const contact: ClassicContact = classic.relate(method, c, { a: p, b: q });
    const steps: Step[] = contact.steps;
    const sweep: ClassicSweep = classic.sweep(method, c, p, { a: p, b: q });
    const verdict: Verdict = classic.judge(method, c, p, { a: p, b: q });
    const truth: boolean = classic.truth(method, c, p, { a: p, b: q });
    const map: ErrorMap = classic.map(method, 1, p, { a: p, b: q }, box, 4, 4);
    const info: MethodInfo | undefined = classic.methods[0];
    const center: Vec2 = classic.mapCenter(box, 4, 4, 0, 0);
    const x = new Float64Array(3);
    const moved: number = classic.fall(method, x, x, x, p, walls);
    return [steps, sweep, verdict, truth, map.counts["false-hit"], info?.summary, center, moved];
}

export async function all(): Promise<unknown[]> {
    const options: LoadOptions = { simd: false };
    const carom = await load(options);
    const scene = carom.createScene([]);
    const module: WasmModule = await compile({ simd: true });
    const error = { code: "freed" } as CaromError;
    const [wall, second] = walls;
    return [
        wall && second && single(carom, wall, second, slide()),
        movingWalls(carom, moving(segment(p, q), p)),
        balls(carom, scene), crowds(carom, scene), characters(carom, scene), dynamic(carom),
        batches(carom, scene), scenes(carom), tutorials(await loadClassic({ wasm: module })),
        areas(scene, walls), error.code, error.wall, error.area, error.point?.x, responses, solid,
        meet,
    ];
}
