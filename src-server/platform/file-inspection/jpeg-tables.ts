/**
 * Codes by the next bits: in the upper byte how many coefficients are covered, in the lower one the bits of the codes
 * and of their values; 0 where no code is so short, or none begins so.
 */
export type HuffmanCodes = {
  /** As many codes as are whole in the next `SHORT_BITS` bits. The table fits in the processor's first cache. */
  several: Uint16Array
  /** One code, by as many bits. */
  short: Uint16Array
  /** One longer code, by the next 16 bits, which are `longFrom` or more: longer codes follow shorter ones. */
  long: Uint16Array
  longFrom: number
}
export const SHORT_BITS = 11

/** What the segments before a scan define: look-ups of Huffman codes, and the numbers of quantization tables. */
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
/** The code that ends a block covers one, like a coefficient, and has a bit of its own. */
const END_OF_BLOCK = 128
/** The bits of what is covered without that one. */
export const COVERED = END_OF_BLOCK - 1
/** Coefficients of a block after the first one. */
const MAX_COVERED = 63
const LATER_BITS = 16 - SHORT_BITS

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
  const [short, lengths] = [new Uint16Array(1 << SHORT_BITS), new Uint8Array(1 << SHORT_BITS)]
  const longFrom = counts.subarray(0, SHORT_BITS).reduce((sum, count, at) => sum + (count << (15 - at)), 0)
  const long = new Uint16Array(Math.max(0, RESERVED + 1 - longFrom))
  let [next, used] = [0, 0]
  for (const [at, count] of counts.entries()) {
    const span = 1 << (15 - at)
    for (let left = count; left > 0; left--) {
      const symbol = symbols[used++]
      // The code of all ones is reserved.
      if (symbol === undefined || next + span > RESERVED || (isDc && symbol > 15)) return undefined
      const [step, end] = [(coveredBy(symbol, isDc) << 8) | (at + 1 + (symbol & 15)), next + span]
      if (at < SHORT_BITS) {
        short.fill(step, next >> LATER_BITS, end >> LATER_BITS)
        lengths.fill(at + 1, next >> LATER_BITS, end >> LATER_BITS)
      } else long.fill(step, next - longFrom, end - longFrom)
      next = end
    }
  }
  // Codes of another table follow a DC code.
  return { codes: { several: isDc ? short : severalOf(short, lengths), short, long, longFrom }, symbols: used }
}

/** A run of zeros and the coefficient after it; 15 zeros without one are a run of 16. */
function coveredBy(symbol: number, isDc: boolean): number {
  if (isDc) return 1
  return (symbol & 15) > 0 || symbol === 0xf0 ? 1 + (symbol >> 4) : END_OF_BLOCK + 1
}

/** Several codes by the next bits, from one code and its length by them. */
function severalOf(short: Uint16Array, lengths: Uint8Array): Uint16Array {
  const several = new Uint16Array(short.length)
  for (let next = 0; next < short.length; next++) {
    const first = short[next] as number
    let [bits, covered] = [first & 0xff, first >> 8]
    while (bits < SHORT_BITS && covered < END_OF_BLOCK) {
      const rest = (next << bits) & (short.length - 1)
      const step = short[rest] as number
      const sum = covered + (step >> 8)
      if (step === 0 || bits + (lengths[rest] as number) > SHORT_BITS || (sum & COVERED) > MAX_COVERED) break
      bits += step & 0xff
      covered = sum
    }
    several[next] = (covered << 8) | bits
  }
  return several
}
