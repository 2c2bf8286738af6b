import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses belong to the public internet. Everything that is not plainly public is refused, so a range that
 * is missing here can only be too strict for IPv6 (outside 2000::/3 nothing passes) and never lets a tunnel through:
 * forms that carry an IPv4 address inside (mapped, NAT64, 6to4, …) are refused whatever they carry, because a public
 * site never needs one and a translator on the way would decide where the packets go.
 *
 * Source of the ranges: the IANA IPv4 and IPv6 Special-Purpose Address registries, the IPv4 and IPv6 multicast and
 * global unicast registries, RFC 3879 (site-local), RFC 2765 (translated) and RFC 5214 (ISATAP).
 */
export type AddressVerdict = { readonly public: true } | { readonly public: false; readonly rule: string };

const V4_RANGES: ReadonlyArray<readonly [string, string]> = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local, cloud metadata'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'AMT relay'],
  ['192.88.99.0/24', '6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  // Not in any registry: Azure's host agent answers on this otherwise public address in every virtual machine.
  ['168.63.129.16/32', 'cloud metadata'],
];

const V6_RANGES: ReadonlyArray<readonly [string, string]> = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'local NAT64'],
  ['100::/64', 'discard-only'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/32', 'Teredo'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'AMT'],
  ['2001:4:112::/48', 'AS112'],
  ['2001:10::/28', 'ORCHID'],
  ['2001:20::/28', 'ORCHIDv2'],
  ['2001:30::/28', 'drone identifiers'],
  ['2001::/23', 'protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
];

const V4_TABLE = V4_RANGES.map(([range, name]) => ({
  range: ipaddr.IPv4.parseCIDR(range),
  rule: `${name} (${range})`,
}));
const V6_TABLE = V6_RANGES.map(([range, name]) => ({
  range: ipaddr.IPv6.parseCIDR(range),
  rule: `${name} (${range})`,
  name,
}));
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Where the IPv4 address stands in the sixteen bytes; Teredo keeps its client's address inverted. */
const EMBEDDED_V4: ReadonlyMap<string, { readonly at: number; readonly inverted?: boolean }> = new Map([
  ['IPv4-mapped', { at: 12 }],
  ['IPv4-translated', { at: 12 }],
  ['IPv4-compatible', { at: 12 }],
  ['NAT64', { at: 12 }],
  ['local NAT64', { at: 12 }],
  ['Teredo', { at: 12, inverted: true }],
  ['6to4', { at: 2 }],
]);

/** Judges an address in its textual form, without brackets. Anything `net.isIP` does not accept is not public. */
export function judgeAddress(ip: string): AddressVerdict {
  if (ip.includes('%')) return refuse('scoped address (zone identifier)');
  const family = isIP(ip);
  if (family === 0) return refuse('not an IP address');
  // The library takes ::1.2.3.4 for the mapped form; the URL parser writes the same sixteen bytes without dots.
  return family === 4
    ? judgeV4(ipaddr.IPv4.parse(ip))
    : judgeV6(ipaddr.IPv6.parse(new URL(`http://[${ip}]`).hostname.slice(1, -1)));
}

function judgeV4(address: ipaddr.IPv4): AddressVerdict {
  const hit = V4_TABLE.find(({ range }) => address.match(range));
  return hit ? refuse(hit.rule) : { public: true };
}

function judgeV6(address: ipaddr.IPv6): AddressVerdict {
  const bytes = address.toByteArray();
  const hit = V6_TABLE.find(({ range }) => address.match(range));
  if (hit) {
    const embedded = EMBEDDED_V4.get(hit.name);
    return refuse(embedded ? `${hit.rule}${innerRule(bytes, embedded.at, embedded.inverted)}` : hit.rule);
  }
  if (!address.match(GLOBAL_UNICAST)) return refuse('outside global unicast (2000::/3)');
  // ISATAP: the interface identifier 0:5efe or 200:5efe is followed by the IPv4 address of the tunnel's end.
  const isatap = (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  if (isatap) return refuse(`ISATAP tunnel${innerRule(bytes, 12)}`);
  return { public: true };
}

function innerRule(bytes: readonly number[], at: number, inverted = false): string {
  const four = bytes.slice(at, at + 4).map((byte) => (inverted ? byte ^ 0xff : byte));
  const verdict = judgeV4(new ipaddr.IPv4(four));
  return verdict.public ? '' : ` holding ${verdict.rule}`;
}

function refuse(rule: string): AddressVerdict {
  return { public: false, rule };
}
