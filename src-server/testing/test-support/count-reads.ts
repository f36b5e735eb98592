/** Counts accesses to these bytes: one per byte converted to text, one per call of any other method. */
export function countReads(bytes: Buffer): { bytes: Buffer; reads(): number } {
  let reads = 0
  const counting = new Proxy(bytes, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') {
        if (key !== 'length') reads++
        return value
      }
      return (...given: unknown[]) => {
        const [, from, to] = given
        reads += key === 'toString' && typeof from === 'number' && typeof to === 'number' ? to - from : 1
        return value.apply(target, given)
      }
    },
  })
  return { bytes: counting, reads: () => reads }
}
