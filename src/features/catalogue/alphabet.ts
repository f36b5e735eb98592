import type { Brand } from '#shared/brands.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Each letter with the first brand of a list in name order that begins with it, if there is one. */
export function alphabetOf<B extends Brand>(listed: readonly B[]): { letter: string; first: B | undefined }[] {
  return letters.map((letter) => ({ letter, first: listed.find((brand) => initial(brand) === letter) }))
}

function initial({ name }: Brand): string {
  return name.charAt(0).toUpperCase()
}
