const RINGS = 5
const STEP_DEGREES = 3
/** FNV-1a, 32 bit. */
const OFFSET_BASIS = 2166136261
const PRIME = 16777619

/** Five SVG paths in a 100 by 100 box: a guilloche rosette, deterministic for the text. */
export function rosetteRings(of: string): string[] {
  const hash = hashOf(of)
  const petals = 7 + (hash % 6)
  const twist = 2 + ((hash >>> 4) % 3)
  const depth = 0.28 + ((hash >>> 8) % 20) / 100
  return Array.from({ length: RINGS }, (_, ring) => {
    const size = 44 * (1 - ring * 0.13)
    return ringPath((angle) => size * (1 - depth / 2 + (depth / 2) * Math.cos(petals * angle + ring * twist * 0.35)))
  })
}

function ringPath(radius: (angle: number) => number): string {
  let path = ''
  for (let degrees = 0; degrees < 360; degrees += STEP_DEGREES) {
    const angle = (degrees * Math.PI) / 180
    const x = (50 + radius(angle) * Math.cos(angle)).toFixed(1)
    const y = (50 + radius(angle) * Math.sin(angle)).toFixed(1)
    path += `${degrees === 0 ? 'M' : 'L'}${x} ${y}`
  }
  return `${path}Z`
}

function hashOf(text: string): number {
  let hash = OFFSET_BASIS
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), PRIME) >>> 0
  return hash
}
