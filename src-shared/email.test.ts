import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signUpProblem } from './account.ts'
import { cleanText, refusedCharacter } from './clean-text.ts'
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

/** A name in every script that has a main or auxiliary exemplar set in CLDR. */
const names: Readonly<Record<string, string>> = {
  Adlam: '𞤀𞤥𞤢𞤣𞤵 𞤄𞤢𞤤𞤣𞤫',
  Arabic: 'محمّد بن سلمان آل سعود',
  Armenian: 'Արամ Խաչատրյան',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Bopomofo: 'ㄨㄤˊ ㄒㄧㄠˇ ㄇㄧㄥˊ',
  Canadian_Aboriginal: 'ᐊᒡᓛᒃ ᕿᑎᖅᑐᖅ',
  Chakma: '𑄌𑄋𑄴𑄟𑄳𑄦 𑄘𑄬𑄤𑄚𑄴',
  Cherokee: 'ᏍᏏᏉᏯ',
  Cyrillic: 'Олексій Щербаков-Ґудзь',
  Devanagari: 'श्रीमती लक्ष्मी शर्मा',
  Ethiopic: 'ኃይለ ገብረ ሥላሴ',
  Georgian: 'შოთა რუსთაველი',
  Greek: 'Ελένη Παπαδοπούλου',
  Gujarati: 'મોહનદાસ કરમચંદ ગાંધી',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Han: '歐陽娜娜·艾丽',
  Hangul: '김민준',
  Hanifi_Rohingya: '𐴀𐴞𐴕𐴐𐴝',
  Hebrew: 'דָּוִד בֶּן־גּוּרְיוֹן',
  Hiragana: 'さくら ももこ',
  Javanese: 'ꦱꦸꦏꦂꦤꦺꦴ',
  Kannada: 'ಕುವೆಂಪು ಪುಟ್ಟಪ್ಪ',
  Katakana: 'アンナ・ミュラー',
  Khmer: 'សុខា ចាន់ធី',
  Lao: 'ສົມສັກ ແກ້ວມະນີ',
  Latin: "Zoë O'Brien-Nguyễn Łukasz Đặng",
  Malayalam: 'കെ. എസ്. ചിത്ര',
  Meetei_Mayek: 'ꯃꯦꯔꯤ ꯀꯣꯝ',
  Mongolian: 'ᠴᠢᠩᠭᠢᠰ ᠬᠠᠭᠠᠨ',
  Myanmar: 'အောင်ဆန်းစုကြည်',
  New_Tai_Lue: 'ᦵᦙᦲᧃ',
  Nko: 'ߛߎߟߏߡߊߣߊ ߞߊ߲ߕߍ',
  Nyiakeng_Puachue_Hmong: '𞄀𞄩𞄰𞄁',
  Ol_Chiki: 'ᱨᱟᱹᱜᱷᱩᱱᱟᱛᱷ ᱢᱩᱨᱢᱩ',
  Oriya: 'ଦ୍ରୌପଦୀ ମୁର୍ମୁ',
  Osage: '𐓷𐓘𐓻𐓘𐓻𐓟',
  Osmanya: '𐒋𐒘𐒈𐒑𐒛𐒒',
  Sinhala: 'මහේල ජයවර්ධන',
  Syriac: 'ܝܥܩܘܒ ܐܘܪܗܝܐ',
  Tamil: 'சுந்தர் பிச்சை',
  Telugu: 'సత్య నాదెళ్ల',
  Thaana: 'އިބްރާހީމް މުޙައްމަދު',
  Thai: 'สมชาย ใจดี',
  Tibetan: 'བསྟན་འཛིན་རྒྱ་མཚོ',
  Tifinagh: 'ⵎⴰⵙⵙⵉⵏⵉⵙⴰ',
  Vai: 'ꔀꕮ ꕉꕜ',
  Yi: 'ꆈꌠ ꀕ',
}

const form = { email: 'ann@mail.com', phone: '555-010-0199', password: 'secret', confirmPassword: 'secret' }

test.each(Object.entries(names))('a name in %s is stored as it is', (script, name) => {
  expect(name).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
  expect(cleanText.name(name)).toBe(name.normalize('NFC'))
  expect(signUpProblem({ ...form, name })).toBeUndefined()
})

/** The letters and marks of all scripts that show something. */
const letters = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((each) =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]/u.test(each),
)

test.each(Object.keys(names))('every letter and mark of %s passes', (script) => {
  const isOfScript = new RegExp(`\\p{Script=${script}}`, 'u')
  const own = letters.filter((each) => isOfScript.test(each))
  expect(own.length).toBeGreaterThan(10)
  const property = fc.property(fc.array(fc.constantFrom(...own), { minLength: 1, maxLength: 20 }), (parts) => {
    const name = parts.join('')
    const clean = cleanText.name(name)
    expect(clean).toBe(name.normalize('NFC'))
    expect(refusedCharacter('name', clean)).toBeUndefined()
  })
  fc.assert(property, { seed: 33, numRuns: 200 })
})
