/** 'Cut off' for `cut-off`. */
export function reasonName(code: string): string {
  const words = code.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
