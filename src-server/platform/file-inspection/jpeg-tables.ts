/**
 * Codes by the next bits: in the upper byte how many coefficients a code covers, in the lower one the bits of it and of
 * its value; 0 where no code begins so.
 */
export type HuffmanCodes = {
  /** By the next `SHORT_BITS` bits. Almost all codes are so short, and this table fits in the processor's cache. */
  short: Uint16Array
  /** By the next 16 bits. */
  all: Uint16Array
}
export const SHORT_BITS = 10

/** What the segments before a scan define: 16-bit look-ups of Huffman codes, and the numbers of quantization tables. */
export type JpegTables = {
  /** By class and number as in the file: 0 to 3 for DC, 16 to 19 for AC. */
  huffman: Map<number, HuffmanCodes>
  quantization: Set<number>
  /** In MCUs; 0 for none. */
  restartInterval: number
}

export const noTables = (): JpegTables => ({ huffman: new Map(), quantization: new Set(), restartInterval: 0 })

/** The same tables, whatever later segments define. */
export function copyOf({ huffman, quantization, restartInterval }: JpegTables): JpegTables {
  return { huffman: new Map(huffman), quantization: new Set(quantization), restartInterval }
}

const [DHT, DAC, DQT, DNL, DRI] = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd]
const RESERVED = 0xffff
/** What the code that ends a block covers: more than any other one. */
export const END_OF_BLOCK = 128

/** Reads a table segment (ITU-T T.81, B.2.4). Returns false when it does not have the form that every decoder reads. */
export function readTables(tables: JpegTables, marker: number, segment: Buffer): boolean {
  if (marker === DHT) return readHuffman(tables, segment)
  if (marker === DQT) return readQuantization(tables, segment)
  // Conditions of arithmetic coding and a number of lines are for the decoder to judge.
  if (marker === DAC || marker === DNL) return false
  if (marker !== DRI) return true
  if (segment.length !== 2) return false
  tables.restartInterval = segment.readUInt16BE(0)
  return true
}

function readQuantization({ quantization }: JpegTables, segment: Buffer): boolean {
  let at = 0
  while (at < segment.length) {
    const head = segment[at] ?? 0
    if (head > 0x1f || (head & 15) > 3) return false
    quantization.add(head & 15)
    at += head > 15 ? 129 : 65
  }
  return at === segment.length
}

function readHuffman({ huffman }: JpegTables, segment: Buffer): boolean {
  let at = 0
  while (at + 17 <= segment.length) {
    const head = segment[at] ?? 0
    if ((head & ~0x10) > 3) return false
    const lookUp = lookUpOf(head < 0x10, segment.subarray(at + 1, at + 17), segment.subarray(at + 17))
    if (!lookUp) return false
    huffman.set(head, lookUp.codes)
    at += 17 + lookUp.symbols
  }
  return at === segment.length
}

function lookUpOf(
  isDc: boolean,
  counts: Buffer,
  symbols: Buffer,
): { codes: HuffmanCodes; symbols: number } | undefined {
  const [short, all] = [new Uint16Array(1 << SHORT_BITS), new Uint16Array(1 << 16)]
  let [next, used] = [0, 0]
  for (const [at, count] of counts.entries()) {
    const span = 1 << (15 - at)
    for (let left = count; left > 0; left--) {
      const symbol = symbols[used++]
      // The code of all ones is reserved.
      if (symbol === undefined || next + span > RESERVED || (isDc && symbol > 15)) return undefined
      const entry = (coveredBy(symbol, isDc) << 8) | (at + 1 + (symbol & 15))
      all.fill(entry, next, next + span)
      if (at < SHORT_BITS) short.fill(entry, next >> (16 - SHORT_BITS), (next + span) >> (16 - SHORT_BITS))
      next += span
    }
  }
  return { codes: { short, all }, symbols: used }
}

/** A run of zeros and the coefficient after it; 15 zeros without one are a run of 16. */
function coveredBy(symbol: number, isDc: boolean): number {
  if (isDc) return 1
  return (symbol & 15) > 0 || symbol === 0xf0 ? 1 + (symbol >> 4) : END_OF_BLOCK
}
