import { maskedValue } from './faults.ts';
import type { Field } from './field.ts';
import { type Config, FIELD_KEYS, FIELDS } from './fields.ts';
import type { LoadedConfig, Source } from './load.ts';

interface ShownSetting {
  readonly name: string;
  /** As it may be shown: secrets hidden, lists joined, “not set” for an empty value. */
  readonly value: string;
  readonly source: Source;
  readonly about: string;
}

/** The effective configuration for people, in the order of the table. */
export function shownSettings(loaded: Pick<LoadedConfig, 'config' | 'sources'>): ShownSetting[] {
  return FIELD_KEYS.map((key) => {
    const row: Field<unknown> = FIELDS[key];
    return {
      name: row.name,
      value: shownValue(row, loaded.config[key]),
      source: loaded.sources[key],
      about: row.about,
    };
  });
}

function shownValue(row: Field<unknown>, value: Config[keyof Config]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'object' ? value.join(',') : String(value);
  return text === '' ? 'not set' : maskedValue(row, text);
}
