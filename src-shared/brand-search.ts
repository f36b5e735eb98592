import type { Brand } from './brand.ts'
import { brandAliases } from './brand-aliases.ts'

/** In catalogue order. Names within a few edits match if no word does: 'aple'. One or two letters start a word. */
export function searchBrands(brands: readonly Brand[], text: string) {
  const wanted = plain(text)
  if (wanted === '') return brands
  const begins = (brand: Brand) => beginnings(brand).some((name) => name.startsWith(wanted))
  const contains = (brand: Brand) => wanted.length > 2 && namesOf(brand).some((name) => plain(name).includes(wanted))
  const isPlain = brands.some(begins)
  return brands.filter((brand) => begins(brand) || contains(brand) || (!isPlain && isNearly(brand, wanted)))
}

function namesOf({ slug, name }: Brand) {
  return [name, ...(brandAliases[slug] ?? [])]
}

function beginnings(brand: Brand) {
  return namesOf(brand).flatMap((name) => [plain(name), ...name.split(/\s+/).map(plain)])
}

function plain(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&|\band\b/g, '')
    .replace(/[^a-z0-9]/g, '')
}

/** Allows one edit from 4 letters on, two from 8. Compares prefixes of names, because typing may not be finished. */
function isNearly(brand: Brand, wanted: string) {
  const slips = wanted.length >= 8 ? 2 : wanted.length >= 4 ? 1 : 0
  if (slips === 0) return false
  return beginnings(brand).some((name) => startsNearly(name, wanted, slips))
}

function startsNearly(name: string, wanted: string, slips: number) {
  const lengths = Array.from({ length: 2 * slips + 1 }, (_, at) => wanted.length - slips + at)
  return lengths.some((length) => length <= name.length && editDistance(name.slice(0, length), wanted) <= slips)
}

/** Optimal string alignment. */
export function editDistance(a: string, b: string) {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
