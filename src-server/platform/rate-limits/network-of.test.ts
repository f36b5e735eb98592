import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:0:5:6:7:8:9', '2001:db8:0:5'],
  ['2001:db8::5:6:7:8:9', '2001:db8:0:5'],
  ['2001:0DB8:0000:0005::1', '2001:db8:0:5'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
])('%s belongs to the network %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test('returns a text that is not an address unchanged', () => {
  for (const text of ['', 'unknown', ':::', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', 'g::1'])
    expect(networkOf(text)).toBe(text)
})
