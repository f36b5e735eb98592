import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signUpProblem } from './account.ts'
import { cleanText, refusedCharacter } from './clean-text.ts'

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
