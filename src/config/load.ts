import { join } from 'node:path';
import { ConfigError, type ConfigFault, maskedValue } from './faults.ts';
import type { Field } from './field.ts';
import { type Config, FIELD_KEYS, FIELDS, type FieldKey } from './fields.ts';
import { nearestName } from './nearest.ts';
import { defaultHome, type Environment, expandPath, type Machine, thisMachine } from './paths.ts';

export type Source = 'default' | 'file' | 'env' | 'flag';

export interface ConfigInput {
  readonly env: Environment;
  /** Values by key (`hostDelayMs`), as commander hands them over; undefined means “not given”. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The parsed content of the configuration file; null when there is none. */
  readonly file: unknown;
  readonly machine?: Machine;
}

export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Readonly<Record<FieldKey, Source>>;
  /** One sentence each: names that mean nothing, with the nearest one that does. */
  readonly warnings: readonly string[];
}

const PREFIX = 'PLAINSIGHT_';

/**
 * defaults ← file ← environment ← flags, frozen.
 * @throws ConfigError with every fault found, not only the first.
 */
export function loadConfig(input: ConfigInput): LoadedConfig {
  const machine = input.machine ?? thisMachine();
  const faults: ConfigFault[] = [];
  const file = fileValues(input.file, faults);
  const values = new Map<FieldKey, unknown>();
  const sources = new Map<FieldKey, Source>();
  for (const key of FIELD_KEYS) {
    const found = readField(key, { file, env: input.env, flags: input.flags }, faults);
    values.set(key, found.value);
    sources.set(key, found.source);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  const home = String(values.get('home') ?? '');
  values.set('home', home === '' ? defaultHome(input.env, machine) : expandPath(home, machine));
  for (const key of ['chrome', 'config', 'searchEngines', 'evidence'] as const) {
    const path = String(values.get(key) ?? '');
    if (path !== '') values.set(key, expandPath(path, machine));
  }
  return Object.freeze({
    config: Object.freeze(Object.fromEntries(values)) as Config, // seam: each value was parsed by the schema of its own row
    sources: Object.freeze(Object.fromEntries(sources)) as Record<FieldKey, Source>, // seam: one entry for each key
    warnings: [
      ...unknownNames(Object.keys(input.env), 'the environment'),
      ...unknownNames([...file.keys()], 'the configuration file'),
    ],
  });
}

/**
 * Where the configuration file is: the flag, the variable, or config.json in the data folder. `named` is true when the
 * operator named it, so that a missing file is a fault.
 */
export function configFilePath(input: Omit<ConfigInput, 'file'>): { path: string; named: boolean } {
  const machine = input.machine ?? thisMachine();
  const first = (key: 'config' | 'home') =>
    [input.flags[key], input.env[FIELDS[key].name]].find((value) => typeof value === 'string' && value.trim() !== '');
  const named = first('config');
  if (typeof named === 'string') return { path: expandPath(named.trim(), machine), named: true };
  const home = first('home');
  const folder = typeof home === 'string' ? expandPath(home.trim(), machine) : defaultHome(input.env, machine);
  return { path: join(folder, 'config.json'), named: false };
}

interface Layers {
  readonly file: ReadonlyMap<string, unknown>;
  readonly env: Environment;
  readonly flags: Readonly<Record<string, unknown>>;
}

/** The winning layer's value. An empty text counts as “not given”: compose files and clients pass empty variables. */
function readField(key: FieldKey, layers: Layers, faults: ConfigFault[]): { value: unknown; source: Source } {
  const row: Field<unknown> = FIELDS[key];
  const candidates: Array<[Exclude<Source, 'default'>, unknown]> = [
    ['flag', layers.flags[key]],
    ['env', layers.env[row.name]],
    ['file', layers.file.get(row.name)],
  ];
  for (const [source, raw] of candidates) {
    const given = asText(raw);
    if (given === '') continue;
    const parsed = given === null ? null : row.kind.schema.safeParse(given);
    if (parsed?.success) return { value: parsed.data, source };
    const problem = parsed?.error.issues[0]?.message ?? 'is neither text, a number, true or false, nor a list of these';
    faults.push({
      name: source === 'flag' && row.flag ? row.flag : row.name,
      source,
      shown: maskedValue(row, given ?? ''),
      problem: row.secret ? 'has a form that is not accepted' : problem,
      valid: row.kind.valid,
    });
    return { value: row.fallback, source };
  }
  return { value: row.fallback, source: 'default' };
}

/** The text form that all kinds read; '' for what was not given, null for what no setting can be. */
function asText(raw: unknown): string | null {
  if (raw === undefined || raw === null) return '';
  if (typeof raw === 'string') return raw.trim();
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (!Array.isArray(raw)) return null;
  const items = raw.map(asText);
  return items.includes(null) ? null : items.join(',');
}

/** Entries of the file by variable name: `host_delay_ms` and `PLAINSIGHT_HOST_DELAY_MS` mean the same. */
function fileValues(file: unknown, faults: ConfigFault[]): Map<string, unknown> {
  if (file === null || file === undefined) return new Map();
  if (typeof file !== 'object' || Array.isArray(file)) {
    faults.push({
      name: 'PLAINSIGHT_CONFIG',
      source: 'file',
      shown: '',
      problem: 'names a file that holds no JSON object',
      valid: 'a file such as {"port": 8931}',
    });
    return new Map();
  }
  return new Map(Object.entries(file).map(([name, value]) => [variableName(name), value]));
}

function variableName(name: string): string {
  const upper = name.replace(/-/gu, '_').toUpperCase();
  return upper.startsWith(PREFIX) ? upper : PREFIX + upper;
}

function unknownNames(names: readonly string[], where: string): string[] {
  const known = FIELD_KEYS.map((key) => FIELDS[key].name as string); // seam: widened to compare with any name
  return names
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .sort()
    .map((name) => {
      const nearest = nearestName(name, known);
      return `${name} in ${where} is not a setting and has no effect${nearest ? `; did you mean ${nearest}?` : '.'}`;
    });
}
