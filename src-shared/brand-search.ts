import type { Brand } from './brands.ts'

/**
 * Brands whose name or alias holds the text, in catalogue order; when there is none, those within a small typo.
 * Case, accents, spaces and punctuation do not count. An empty text finds all.
 */
export function searchBrands(brands: readonly Brand[], text: string): readonly Brand[] {
  const wanted = plain(text)
  if (wanted === '') return brands
  const exact = brands.filter((brand) => namesOf(brand).some((name) => plain(name).includes(wanted)))
  return exact.length > 0 ? exact : brands.filter((brand) => isNearly(brand, wanted))
}

function namesOf(brand: Brand): string[] {
  return [brand.name, ...(brand.aliases ?? [])]
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/&|\band\b/g, '')
    .replace(/[^a-z0-9]/g, '')
}

/** One slip is forgiven from 4 letters, two from 8. The beginning of a name counts, so that typing can go on. */
function isNearly(brand: Brand, wanted: string): boolean {
  const slips = wanted.length >= 8 ? 2 : wanted.length >= 4 ? 1 : 0
  if (slips === 0) return false
  return namesOf(brand)
    .flatMap((name) => [plain(name), ...name.split(/\s+/).map(plain)])
    .some((name) => startsNearly(name, wanted, slips))
}

function startsNearly(name: string, wanted: string, slips: number): boolean {
  const lengths = Array.from({ length: 2 * slips + 1 }, (_, at) => wanted.length - slips + at)
  return lengths.some((length) => length <= name.length && editDistance(name.slice(0, length), wanted) <= slips)
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
export function editDistance(a: string, b: string): number {
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
