import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasEmailShape, isEmail } from './email.ts'

test.each([
  'a@b.co',
  'ann.lee+cards@mail.co.uk',
  "o'brien@mail.example",
  'dana_r-1=x%y&z~/w@sub.mail-host.example',
  '1@2.example',
  'ann@xn--bcher-kva.example',
  'Ann@Mail.Example',
])('accepts the email %s', (email) => {
  expect(isEmail(email)).toBe(true)
})

test.each([
  '',
  'ann',
  'ann@',
  '@mail.com',
  'ann@mail',
  'a b@mail.com',
  'a@b@c.com',
  `${'a'.repeat(250)}@b.co`,
  `${'a'.repeat(65)}@mail.example`,
  '<b@mailbox.org>',
  'a@mailbox.org,',
  'a@mailbox.org.',
  '=cmd|a!@mailbox.org',
  'x;=1+1@mailbox.org',
  '+1@mailbox.org',
  '-1@mailbox.org',
  '"a b"@mailbox.org',
  'a,b@mailbox.org',
  '.a@mailbox.org',
  'a.@mailbox.org',
  'a..b@mailbox.org',
  'a@-mailbox.org',
  'a@mailbox-.org',
  'a@mailbox..org',
  'a@mailbox.o',
  'a@mailbox.123',
  'a@[192.0.2.1]',
  'zw\u200b@mailbox.org',
  'fa\u200bke@mailbox.org',
  'zw@mail\u00adbox.org',
  '\u0430nn@mailbox.org',
  'ann@mailbox.org\n',
  'ann\r\nBcc:x@mailbox.org',
])('rejects the email %j', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('accepts addresses at sign-in that are older than the rules', () => {
  for (const email of ['<b@mailbox.org>', 'x;=1+1@mailbox.org', 'ann@mail.com']) expect(hasEmailShape(email)).toBe(true)
  for (const email of ['ann', 'a b@mail.com', 'a@b@c.com', `${'a'.repeat(250)}@b.co`])
    expect(hasEmailShape(email)).toBe(false)
})

const fuzz = { seed: 20_261_122, numRuns: 20_000 }
const pieces = [
  ...'ab1._%+\'&/~=-@@..<>,;:"()[]\\ |!\t\n\r\u00a0\u200b\u2800\u3164\uff1d\u0430',
  'mail',
  'example',
  'org',
]
const local = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const nearly = fc.oneof(
  fc.tuple(word, word).map(([name, host]) => `${name}@${host}.org`),
  local.map((name) => `a${name}@mail.example`),
  fc.tuple(local, local).map(([name, host]) => `${name}@${host}.org`),
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join('')),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 6 }), fc.emailAddress()).map(([more, email]) => more + email),
  fc.tuple(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 6 })).map(([email, more]) => email + more),
)

test('accepts only addresses that are safe in mail headers, lists and spreadsheets', () => {
  let taken = 0
  const property = fc.property(nearly, (text) => {
    if (!isEmail(text)) return
    taken++
    expect(text).toMatch(/^[\x21-\x7e]+$/)
    expect(text).not.toMatch(/[<>,;:"()[\]\\|]/)
    expect(text).not.toMatch(/^[=+\-@]/)
    expect(text.split('@')).toHaveLength(2)
    expect(text.length).toBeLessThanOrEqual(254)
    expect(text.normalize('NFKC')).toBe(text)
    expect(hasEmailShape(text)).toBe(true)
  })
  fc.assert(property, fuzz)
  expect(taken).toBeGreaterThan(1_000)
})

test('accepts every address of letters, digits and dots at a domain, in any letter case', () => {
  const part = fc.stringMatching(/^[a-z0-9]{1,12}$/)
  const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'))
  const domain = fc.tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.stringMatching(/^[a-z]{2,6}$/))
  const address = fc.tuple(name, domain).map(([name, [labels, top]]) => `${name}@${labels.join('.')}.${top}`)
  fc.assert(
    fc.property(address, (email) => isEmail(email) && isEmail(email.toUpperCase())),
    fuzz,
  )
})
