import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { canParseUrl } from '../base/url.ts';
import { maskedValue } from './faults.ts';

/** How the text of a setting becomes a value, and the sentence that says which texts are valid. */
export interface Kind<T> {
  readonly schema: z.ZodType<T, string>;
  readonly valid: string;
}

type Read<T> = (text: string) => { value: T } | { problem: string };

/** Problems are our own words; they may repeat a part of the value, so secrets must not use `problem`. */
function kind<T>(valid: string, read: Read<T>): Kind<T> {
  const schema = z.string().transform((text, context): T => {
    const outcome = read(text.trim());
    if ('value' in outcome) return outcome.value;
    context.issues.push({ code: 'custom', message: outcome.problem, input: text });
    return z.NEVER;
  });
  return { schema, valid };
}

export function text(valid: string, pattern: RegExp = /^[^\p{Cc}]*$/u): Kind<string> {
  return kind(valid, (value) => (pattern.test(value) ? { value } : { problem: 'has a form that is not accepted' }));
}

export function integer(min: number, max: number, unit = ''): Kind<number> {
  return kind(`a whole number from ${min} to ${max}${unit && ` (${unit})`}`, (value) => {
    const number = /^\d{1,9}$/u.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(number)) return { problem: 'is not a whole number' };
    return number >= min && number <= max ? { value: number } : { problem: 'is out of range' };
  });
}

export function choice<const Value extends string>(values: readonly Value[]): Kind<Value> {
  return kind(`one of ${values.join(', ')}`, (value) => {
    const found = values.find((candidate) => candidate === value.toLowerCase());
    return found === undefined ? { problem: 'is not one of the choices' } : { value: found };
  });
}

const ON = new Set(['on', 'true', 'yes', '1']);
const OFF = new Set(['off', 'false', 'no', '0']);

export const onOff: Kind<boolean> = kind('on or off', (value) => {
  const word = value.toLowerCase();
  if (ON.has(word)) return { value: true };
  return OFF.has(word) ? { value: false } : { problem: 'is neither on nor off' };
});

/** Comma-separated; blanks around the items and empty items are dropped, and doubles are kept once. */
export function list(item: Kind<string>): Kind<readonly string[]> {
  return kind(`a list separated by commas, each item ${item.valid}`, (value) => {
    const items: string[] = [];
    for (const part of value.split(',').map((entry) => entry.trim())) {
      if (part === '') continue;
      const parsed = item.schema.safeParse(part);
      if (!parsed.success)
        return { problem: `holds “${maskedValue({}, part)}”, which ${parsed.error.issues[0]?.message ?? 'is wrong'}` };
      items.push(parsed.data);
    }
    return { value: [...new Set(items)] };
  });
}

/** A tool set or tool name; whether it exists is known where the tools are. */
export const toolName: Kind<string> = text('a tool set or a tool name such as web or read_page', /^[a-z][a-z0-9_]*$/u);

/** An IP literal or a host name, lower case, IDN in its ASCII form, IPv6 without brackets; null when it is neither. */
function hostName(value: string): string | null {
  if (value === '' || /[\s/\\@?#%]/u.test(value)) return null;
  const bare = value.startsWith('[') && value.endsWith(']') ? value.slice(1, -1) : value;
  if (bare.includes(':'))
    return canParseUrl(`http://[${bare}]/`) ? new URL(`http://[${bare}]/`).hostname.slice(1, -1) : null;
  const ascii = domainToASCII(bare).replace(/\.$/u, '');
  const labels = ascii.split('.');
  return labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) ? ascii : null;
}

export const bindHost: Kind<string> = kind('an IP address or a host name, without scheme or port', (value) => {
  const host = hostName(value);
  return host === null ? { problem: 'is not a host' } : { value: host };
});

/** `host:port`, IPv6 in brackets; the value is the canonical form, so that it compares by equality. */
export const hostAndPort: Kind<string> = kind('a host:port such as 127.0.0.1:3000 or [::1]:3000', (value) => {
  const parts = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/u.exec(value);
  if (!parts?.[1] || !parts[2]) return { problem: 'is not host:port' };
  const host = hostName(parts[1]);
  const port = Number(parts[2]);
  if (host === null) return { problem: 'has a host that is not valid' };
  if (port < 1 || port > 65_535) return { problem: 'has a port outside 1 to 65535' };
  return { value: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}` };
});

/** A name, `*.name` for every name below it, or `*`; how wide a plain name is, the gate's lists say. */
export const domainPattern: Kind<string> = kind('a domain such as example.com, *.example.com or *', (value) => {
  if (value === '*') return { value };
  const wild = value.startsWith('*.');
  const host = hostName(wild ? value.slice(2) : value);
  return host === null ? { problem: 'is not a domain' } : { value: wild ? `*.${host}` : host };
});

/** A proxy address. The problem never repeats the value: it may hold a password. */
export const proxyUrl: Kind<string> = kind('a URL such as http://user:password@proxy.example:3128', (value) => {
  if (!canParseUrl(value)) return { problem: 'is not a URL' };
  const url = new URL(value);
  if (url.protocol !== 'http:') return { problem: 'has a scheme other than http, which is the one spoken to a proxy' };
  if (/%(?![0-9a-f]{2})/iu.test(url.username + url.password))
    return { problem: 'has a % in its user or password that must be written %25' };
  return url.hostname === '' ? { problem: 'names no host' } : { value };
});

/** A service of the operator. The problem never repeats the value: it may hold a login. */
export const serviceUrl: Kind<string> = kind('a URL such as http://127.0.0.1:8888', (value) => {
  if (value === '') return { value };
  if (!canParseUrl(value)) return { problem: 'is not a URL' };
  const { protocol, hostname } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') return { problem: 'has a scheme other than http and https' };
  return hostname === '' ? { problem: 'names no host' } : { value };
});

/** `3/10`: three in ten seconds. */
export const rate: Kind<string> = kind('a number of requests and of seconds such as 3/10', (value) => {
  const [, count, seconds] = /^(\d{1,4})\s*\/\s*(\d{1,4})$/u.exec(value) ?? [];
  if (count === undefined || seconds === undefined) return { problem: 'is not of the form 3/10' };
  if (Number(count) < 1 || Number(seconds) < 1) return { problem: 'has a zero in it' };
  return { value: `${Number(count)}/${Number(seconds)}` };
});

/** The DevTools endpoint of a browser. The problem never repeats the value: it may hold a token. */
export const debuggingUrl: Kind<string> = kind(
  'a URL such as ws://127.0.0.1:9222/… or http://127.0.0.1:9222',
  (value) => {
    if (value === '') return { value };
    if (!canParseUrl(value)) return { problem: 'is not a URL' };
    const { protocol, hostname } = new URL(value);
    if (!/^(?:wss?|https?):$/u.test(protocol)) return { problem: 'has a scheme other than ws, wss, http and https' };
    return hostname === '' ? { problem: 'names no host' } : { value };
  },
);
