/** The words of a name as they are stored and searched: in lower case, without accents, each once. */
export function nameWords(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{M}\p{N}]+/u))].filter((word) => word !== '')
}
