/** A long code in groups of four for the eye; what is copied is the code itself. */
export function formatCardCode(code: string): string {
  return /^[0-9A-Za-z]{8,}$/.test(code) ? code.replace(/.{4}(?=.)/g, '$& ') : code
}
