// Pinball: two flippers, three bumpers that kick, three balls that meet each other. Keys: left and
// right; or press a half of the table. It needs <canvas id="pinball" width="400" height="600">.
import {
    add, bounce, capsule, chain, circle, load, movingWallAt, post, scale, turnInSteps, vec2,
} from "carom";

const carom = await load(), crowd = carom.createCrowd();
const canvas = document.querySelector("#pinball"), pen = canvas.getContext("2d");
// As on the canvas, y goes down. The outline goes from one flipper over the dome to the other.
const dome = Array.from({ length: 17 }, (_, i) => (Math.PI * i) / 16)
    .map((angle) => vec2(200 - 190 * Math.cos(angle), 200 - 190 * Math.sin(angle)));
const outline = chain([vec2(112, 502), vec2(10, 440), ...dome, vec2(390, 440), vec2(288, 502)]);
const bumpers = [post(vec2(120, 190), 28), post(vec2(280, 190), 28), post(vec2(200, 320), 28)];
const walls = carom.createScene([...bumpers, ...outline]);
const flipper = (key, x, dx, up) => (
    { key, up, at: 0, pivot: vec2(x, 512), wall: capsule(vec2(x, 512), vec2(x + dx, 544), 8) });
const flippers = [flipper("ArrowLeft", 114, 66, -0.9), flipper("ArrowRight", 286, -66, 0.9)];
const ballAt = (x, y) => ({ ...circle(x, y, 10), velocity: vec2(200 - x, 0) });
const balls = [ballAt(60, 120), ballAt(210, 120), ballAt(340, 120)], held = {}, steps = 8;
let score = 0, last = 0;
function move(time) {
    const turns = flippers.map((one) => {
        const most = 20 * time, wanted = (held[one.key] ? one.up : 0) - one.at;
        const angle = Math.max(-most, Math.min(wanted, most));
        one.at += angle;
        return turnInSteps(one.wall, one.pivot, angle, steps);
    });
    for (let i = 0; i < steps; i++) {
        const hits = [], movingWalls = turns.map((turn) => turn[i]);
        crowd.step(balls, time / steps, {
            walls, movingWalls, gravity: vec2(0, 600), response: bounce(0.5), ballRestitution: 0.8,
            onImpact: ({ id, normal }, ball) => id.isMoving || hits.push([id.index, normal, ball]),
        });
        for (const [, normal, ball] of hits.filter(([index]) => index < bumpers.length)) {
            balls[ball].velocity = add(balls[ball].velocity, scale(normal, 200));
            score += 100;
        }
    }
    flippers.forEach((one, k) => (one.wall = movingWallAt(turns[k].at(-1), 1)));
    balls.forEach(({ center }, i) => center.y > 620 && (balls[i] = ballAt(170 + 30 * i, 60)));
}
const stroke = (color) => ({ a, b, radius }) => {
    Object.assign(pen, { strokeStyle: color, lineWidth: 2 * radius || 3, lineCap: "round" });
    pen.stroke(new Path2D(`M${a.x} ${a.y}L${b.x} ${b.y + 0.01}`)); // a dot has a length, too
};
requestAnimationFrame(function draw(now) {
    Object.keys(held).length > 0 && move(Math.min((now - last) / 1000, 1 / 30));
    last = now;
    pen.clearRect(0, 0, 400, 600);
    [...outline, ...flippers.map(({ wall }) => wall)].forEach(stroke("#8291ad"));
    bumpers.forEach(stroke("#e64646"));
    balls.map(({ center, radius }) => post(center, radius)).forEach(stroke("#e0a030"));
    Object.assign(pen, { font: "16px sans-serif" }).fillText(`${score} points`, 160, 592);
    requestAnimationFrame(draw);
});
const keyAt = ({ offsetX }) => (offsetX < canvas.clientWidth / 2 ? "ArrowLeft" : "ArrowRight");
addEventListener("keydown", ({ key }) => (held[key] = true));
addEventListener("keyup", ({ key }) => (held[key] = false));
canvas.onpointerdown = (event) => (held[keyAt(event)] = true);
addEventListener("pointerup", () => flippers.forEach(({ key }) => (held[key] = false)));
