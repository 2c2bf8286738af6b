/** Colour space mathematics of CSS Color 4; every function gives sRGB from 0 to 255, out-of-gamut values clipped. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

type Triple = readonly [number, number, number];

const clip = (value: number) => Math.min(255, Math.max(0, value));
const encode = (linear: number) => {
  const size = Math.abs(linear);
  return size <= 0.0031308 ? 12.92 * linear : Math.sign(linear) * (1.055 * size ** (1 / 2.4) - 0.055);
};
const decode = (encoded: number) => {
  const size = Math.abs(encoded);
  return size <= 0.04045 ? encoded / 12.92 : Math.sign(encoded) * ((size + 0.055) / 1.055) ** 2.4;
};

export function fromUnit([r, g, b]: Triple): Rgb {
  return { r: clip(r * 255), g: clip(g * 255), b: clip(b * 255) };
}

export function fromLinear([r, g, b]: Triple): Rgb {
  return fromUnit([encode(r), encode(g), encode(b)]);
}

export function toLinear({ r, g, b }: Rgb): Triple {
  return [decode(r / 255), decode(g / 255), decode(b / 255)];
}

function multiply(rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple {
  const dot = (row: Triple) => row[0] * x + row[1] * y + row[2] * z;
  return [dot(rows[0]), dot(rows[1]), dot(rows[2])];
}

/** Matrices from CSS Color 4, section 18 (sample code), rounded to seven digits. */
const XYZ_TO_LINEAR = [
  [3.2409699, -1.5373832, -0.4986108],
  [-0.9692436, 1.8759675, 0.0415551],
  [0.0556301, -0.203977, 1.0569715],
] as const;
const LINEAR_TO_XYZ = [
  [0.4123908, 0.3575843, 0.1804808],
  [0.212639, 0.7151687, 0.0721923],
  [0.0193308, 0.1191948, 0.9505322],
] as const;
const D50_TO_D65 = [
  [0.9554734, -0.0230985, 0.0632593],
  [-0.0283697, 1.0099955, 0.0210414],
  [0.012314, -0.0205077, 1.3303659],
] as const;
const D65_TO_D50 = [
  [1.0479298, 0.0229468, -0.0501922],
  [0.0296278, 0.9904345, -0.0170738],
  [-0.009243, 0.0150552, 0.7518743],
] as const;
const P3_TO_XYZ = [
  [0.4865709, 0.2656677, 0.1982173],
  [0.2289746, 0.6917385, 0.0792869],
  [0, 0.0451134, 1.0439444],
] as const;
const A98_TO_XYZ = [
  [0.576669, 0.1855582, 0.1882286],
  [0.297345, 0.6273636, 0.0752915],
  [0.0270314, 0.0706889, 0.9913375],
] as const;
const REC2020_TO_XYZ = [
  [0.636958, 0.1446169, 0.168881],
  [0.2627002, 0.6779981, 0.0593017],
  [0, 0.0280727, 1.0609851],
] as const;
const PROPHOTO_TO_XYZ_D50 = [
  [0.7977666, 0.1351813, 0.0313477],
  [0.2880748, 0.7118352, 0.0000899],
  [0, 0, 0.8251046],
] as const;

export const fromXyz = (xyz: Triple): Rgb => fromLinear(multiply(XYZ_TO_LINEAR, xyz));
export const fromXyzD50 = (xyz: Triple): Rgb => fromXyz(multiply(D50_TO_D65, xyz));

/** `color(space a b c)`; null for a space that is not predefined. */
export function fromPredefined(space: string, value: Triple): Rgb | null {
  const power = (gamma: number): Triple => [power1(value[0], gamma), power1(value[1], gamma), power1(value[2], gamma)];
  const decoded: Triple = [decode(value[0]), decode(value[1]), decode(value[2])];
  if (space === 'srgb') return fromUnit(value);
  if (space === 'srgb-linear') return fromLinear(value);
  if (space === 'display-p3') return fromXyz(multiply(P3_TO_XYZ, decoded));
  if (space === 'display-p3-linear') return fromXyz(multiply(P3_TO_XYZ, value));
  if (space === 'a98-rgb') return fromXyz(multiply(A98_TO_XYZ, power(563 / 256)));
  if (space === 'rec2020') return fromXyz(multiply(REC2020_TO_XYZ, power(2.4)));
  if (space === 'prophoto-rgb') return fromXyzD50(multiply(PROPHOTO_TO_XYZ_D50, power(1.8)));
  if (space === 'xyz' || space === 'xyz-d65') return fromXyz(value);
  return space === 'xyz-d50' ? fromXyzD50(value) : null;
}

function power1(value: number, gamma: number): number {
  return Math.sign(value) * Math.abs(value) ** gamma;
}

export function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const turn = ((hue % 360) + 360) % 360;
  const channel = (n: number) => {
    const k = (n + turn / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return fromUnit([channel(0), channel(8), channel(4)]);
}

export function fromHwb(hue: number, white: number, black: number): Rgb {
  if (white + black >= 1) {
    const grey = white / (white + black);
    return fromUnit([grey, grey, grey]);
  }
  const { r, g, b } = fromHsl(hue, 1, 0.5);
  const mix = (value: number) => (value / 255) * (1 - white - black) + white;
  return fromUnit([mix(r), mix(g), mix(b)]);
}

const KAPPA = 24389 / 27;
const EPSILON = 216 / 24389;
const D50_WHITE: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];

export function fromLab([lightness, a, b]: Triple): Rgb {
  const fy = (lightness + 16) / 116;
  const fx = a / 500 + fy;
  const fz = fy - b / 200;
  const cube = (f: number) => (f ** 3 > EPSILON ? f ** 3 : (116 * f - 16) / KAPPA);
  const y = lightness > KAPPA * EPSILON ? fy ** 3 : lightness / KAPPA;
  return fromXyzD50([cube(fx) * D50_WHITE[0], y * D50_WHITE[1], cube(fz) * D50_WHITE[2]]);
}

export function toLab(rgb: Rgb): Triple {
  const xyz = multiply(D65_TO_D50, multiply(LINEAR_TO_XYZ, toLinear(rgb)));
  const f = (value: number) => (value > EPSILON ? Math.cbrt(value) : (KAPPA * value + 16) / 116);
  const [x, y, z] = [f(xyz[0] / D50_WHITE[0]), f(xyz[1] / D50_WHITE[1]), f(xyz[2] / D50_WHITE[2])];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export function fromOklab([lightness, a, b]: Triple): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return fromLinear([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

export function toOklab(rgb: Rgb): Triple {
  const [r, g, b] = toLinear(rgb);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function polar(chroma: number, hueDegrees: number): readonly [number, number] {
  const angle = (hueDegrees * Math.PI) / 180;
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)];
}
