// Short-lived particles. Their number is limited, so that a burst can't slow the game down.

const MOST = 320;

export function createSparks(random = Math.random) {
  let sparks = [];

  return {
    burst({ x, y, count, colours, speed, size, seconds, gravity = 0, lift = 0 }) {
      for (let i = 0; i < count && sparks.length < MOST; i += 1) {
        const angle = random() * Math.PI * 2;
        const pace = speed * (0.3 + 0.7 * random());
        sparks.push({
          x,
          y,
          dx: Math.cos(angle) * pace,
          dy: Math.sin(angle) * pace - lift,
          gravity,
          size: size * (0.5 + random() * 0.8),
          colour: colours[Math.floor(random() * colours.length)],
          age: 0,
          seconds: seconds * (0.6 + random() * 0.6),
          spin: random() * 6,
        });
      }
    },
    step(seconds) {
      for (const spark of sparks) {
        spark.age += seconds;
        spark.dy += spark.gravity * seconds;
        spark.x += spark.dx * seconds;
        spark.y += spark.dy * seconds;
      }
      sparks = sparks.filter((spark) => spark.age < spark.seconds);
    },
    draw(context, unit = 1) {
      for (const spark of sparks) {
        const left = 1 - spark.age / spark.seconds;
        const size = spark.size * unit * (0.4 + 0.6 * left);
        context.globalAlpha = Math.min(1, left * 1.6);
        context.fillStyle = spark.colour;
        context.save();
        context.translate(spark.x * unit, spark.y * unit);
        context.rotate(spark.spin + spark.age * 4);
        context.fillRect(-size / 2, -size / 2, size, size);
        context.restore();
      }
      context.globalAlpha = 1;
    },
    clear() {
      sparks = [];
    },
  };
}
